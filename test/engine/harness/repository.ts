import { fileURLToPath } from "node:url";

/** The folder of this repository. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));
