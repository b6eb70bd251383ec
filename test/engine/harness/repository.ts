import { fileURLToPath } from "node:url";

/** The folder of this repository. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The Node that runs programs and the host of their resources. Default: the one of the tests. */
export const node = process.env["ENGINE_NODE"] ?? process.execPath;
