import { once } from "node:events";
import type { Server, Socket } from "node:net";

export interface Listening extends AsyncDisposable {
  readonly port: number;
}

/** Listens on a free port. Disposed, it ends all connections, also those that left HTTP. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    },
  };
}
