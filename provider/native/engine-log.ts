import { engine, grpc } from "./wire.ts";

/** Milliseconds for the engine to take a message. */
const DEADLINE = 5_000;

/** Shows warnings among the engine's diagnostics: it does not show what a plugin writes to stderr (observed with 3.276.0). */
export function engineLog(address: string): (message: string) => void {
  const client = new engine.services.EngineClient(address, grpc.credentials.createInsecure());
  return (message) => {
    const request = new engine.messages.LogRequest()
      .setSeverity(engine.messages.LogSeverity.WARNING)
      .setMessage(message);
    const deadline = { deadline: Date.now() + DEADLINE };
    client.log(request, new grpc.Metadata(), deadline, (error) => {
      if (error !== null) process.stderr.write(`warning: ${message}\n`);
    });
  };
}
