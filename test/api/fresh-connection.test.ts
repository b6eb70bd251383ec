import { createServer } from "node:http";
import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { listen } from "../listen.ts";
import { connect } from "./connect.ts";
import { json } from "./fault-server.ts";

const PROJECT = {
  id: "prj_1",
  name: "www.example.com",
  slug: "site",
  organization_id: "org_1",
  data: [],
  has_more: false,
};

it("a create of a project is sent on a connection that no other request uses, and an attachment is not", async () => {
  const sockets: { method: string; socket: Socket; connection: string | undefined }[] = [];
  const server = createServer(({ method = "", socket, headers: { connection } }, response) => {
    sockets.push({ method, socket, connection });
    json(response, 200, PROJECT);
  });
  await using listening = await listen(server);
  const client = connect({ url: `http://127.0.0.1:${listening.port}`, token: "test-token" });
  const inTurn = [
    () => client.projects.list(),
    () => client.projects.create({}),
    () => client.projects.get("prj_1"),
    () => client.projects.create({}),
    () => client.projects.update("prj_1", {}),
    () => client.domains.create("prj_1", { name: "www.example.com" }),
  ];
  for (const request of inTurn) await request();
  const numbers = sockets.map(({ socket }) => sockets.findIndex((each) => each.socket === socket));
  // Which kept connection a read takes, the library decides.
  expect([numbers[1], numbers[3]]).toEqual([1, 3]);
  expect([numbers[2], numbers[4]]).not.toContain(1);
  expect(numbers[4]).not.toBe(3);
  expect(sockets.map(({ method, connection }) => `${method} ${connection}`)).toEqual([
    "GET keep-alive",
    "POST close",
    "GET keep-alive",
    "POST close",
    "POST keep-alive",
    "POST keep-alive",
  ]);
});
