import { unsupportedNodeMessage } from "./required-node.ts";

const message = unsupportedNodeMessage(process.versions.node);
if (message !== undefined) throw new Error(message);
