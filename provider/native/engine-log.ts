import services from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/engine_pb.js";
import { grpc } from "./wire.ts";

/** Shows warnings among the engine's diagnostics: it does not show what a plugin writes to stderr (observed with 3.276.0). */
export function engineLog(address: string): (message: string) => void {
  const client = new services.EngineClient(address, grpc.credentials.createInsecure());
  return (message) => {
    const request = new messages.LogRequest().setSeverity(messages.LogSeverity.WARNING).setMessage(message);
    client.log(request, (error) => {
      if (error !== null) process.stderr.write(`warning: ${message}\n`);
    });
  };
}
