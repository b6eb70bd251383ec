#!/usr/bin/env bash
# octokit 5.0.5 (npm; by its @octokit/plugin-retry 8): a write is sent again, up to three times, after an answer such as 502 or 409 and after a lost
# connection, whatever its method. A comment that GitHub has made, and whose answer a gateway lost, is made twice, and the program hears of one.
# @octokit/rest 22.0.1, with the same methods, sends it once. RFC 9110 (9.2.2) advises against it for POST. A deletion that took place fails with 404.
# Known in part: the README of the plugin names the states that it leaves alone, and no method. Projects that took it up found this in their reviews
# (costajohnt/oss-autopilot pull request 1553, iterate/iterate pull request 1935). Nothing was found of it in the issues of octokit.
#
# Output seen:
#   comment, 502: octokit sends 2, done; @octokit/rest sends 1, failed 502
#   comment, connection closed: octokit sends 2, done; @octokit/rest sends 1, failed 500
#   deletion, 502: octokit sends 2, failed 404; @octokit/rest sends 1, failed 502
#
# What follows: an action that comments gives `retry: { enabled: false }`, or looks for its comment before it writes one again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund octokit@5.0.5 @octokit/rest@22.0.1
cat > main.mjs <<'END'
import { createServer } from "node:http";
import { Octokit as Rest } from "@octokit/rest";
import { Octokit } from "octokit";

// Does what the first request asks for, and loses its answer.
let sent;
let lose;
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    sent += 1;
    if (sent === 1) return lose(request, response);
    response.writeHead(request.method === "DELETE" ? 404 : 201, { "content-type": "application/json" }).end("{}");
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

const where = { owner: "octocat", repo: "hello-world" };
const comment = (client) => client.rest.issues.createComment({ ...where, issue_number: 1, body: "Plan" });
const deletion = (client) => client.rest.issues.deleteComment({ ...where, comment_id: 1 });
const badGateway = (_, response) => response.writeHead(502).end();
const closed = (request) => request.socket.destroy();
for (const [name, write, lost] of [
  ["comment, 502", comment, badGateway],
  ["comment, connection closed", comment, closed],
  ["deletion, 502", deletion, badGateway],
]) {
  const seen = [];
  for (const [library, Client] of Object.entries({ octokit: Octokit, "@octokit/rest": Rest })) {
    [sent, lose] = [0, lost];
    const result = await write(new Client({ baseUrl, log: silent })).then(
      () => "done",
      (error) => `failed ${error.status}`,
    );
    seen.push(`${library} sends ${sent}, ${result}`);
  }
  console.log(`${name}: ${seen.join("; ")}`);
}
server.close();
END
seen=$(node main.mjs)
echo "$seen"
[ "$seen" = 'comment, 502: octokit sends 2, done; @octokit/rest sends 1, failed 502
comment, connection closed: octokit sends 2, done; @octokit/rest sends 1, failed 500
deletion, 502: octokit sends 2, failed 404; @octokit/rest sends 1, failed 502' ]
