import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

interface Seen {
  readonly path: string;
  readonly authorization: string | undefined;
}

/** GitHub's REST API as far as the Action reads it: `answers` by path. No answer: 404, as for a private repository. */
export async function startGitHub(answers: Readonly<Record<string, unknown>>) {
  const seen: Seen[] = [];
  const server = createServer(({ url = "", headers: { authorization } }, response: ServerResponse) => {
    seen.push({ path: url, authorization });
    const answer = answers[url];
    if (answer === "silence") return;
    if (typeof answer === "function") {
      answer(response);
      return;
    }
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer ?? { message: "Not Found" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}/api/v3`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
