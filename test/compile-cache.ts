import { tmpdir } from "node:os";
import path from "node:path";

/** The environment with which Node keeps compiled sources: a process that a test starts is ready in half the time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(tmpdir(), "projectsync-compile-cache") };
