#!/usr/bin/env node
// oxlint-disable-next-line import/no-unassigned-import -- it checks the version, before anything else is loaded
import "../../core/node-version.ts";
import services from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/engine_pb.js";
import { showWarnings } from "../warnings.ts";
import { startServer } from "./server.ts";
import { grpc } from "./wire.ts";

/* The program that Pulumi's engine starts for each provider, with its own address. It reads the port from the first line. */

// After `Cancel` the engine sends it, and waits five seconds for the end (observed with 3.276.0).
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
// The engine gives its flags first.
const engineAddress = process.argv.slice(2).at(-1);
if (engineAddress !== undefined && /^[^-].*:\d+$/.test(engineAddress)) showWarnings(engineLog(engineAddress));
const { port } = await startServer(process.env);
process.stdout.write(`${port}\n`);

/** Shows warnings among the engine's diagnostics: it does not show what a plugin writes to stderr (observed with 3.276.0). */
function engineLog(address: string): (message: string) => void {
  const client = new services.EngineClient(address, grpc.credentials.createInsecure());
  return (message) => {
    const request = new messages.LogRequest().setSeverity(messages.LogSeverity.WARNING).setMessage(message);
    client.log(request, (error) => {
      if (error !== null) process.stderr.write(`warning: ${message}\n`);
    });
  };
}
