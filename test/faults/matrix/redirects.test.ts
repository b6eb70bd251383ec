import { describe, expect, it } from "vitest";
import { json, startFaultServer } from "../../api/fault-server.ts";
import { converges, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, file, PROJECTS, UPDATES } from "./subjects.ts";

describe.each([301, 302, 303, 307, 308])(
  "a redirect is an error and is not followed: the token goes nowhere else: %i",
  (status) => {
    it("of a read: the run fails", async () => {
      await using elsewhere = await startFaultServer((response) => json(response, 200, { data: [], has_more: false }));
      const location = `${elsewhere.url}/v1/projects`;
      const fault = { kind: "answer", status, headers: { location } } as const;
      await using scene = await open({ faults: on("GET", PROJECTS, fault, { times: "always" }) });
      const report = await scene.run(file("new"));
      expect(report).toMatchObject({ result: "failed", error: expect.stringContaining(`GET ${PROJECTS}: ${status} `) });
      expect(scene.seen()).toEqual([`GET ${PROJECTS}`]);
      expect(elsewhere.received).toEqual([]);
    });

    it("to another path of the service: that is not asked either", async () => {
      const location = `${PROJECTS}/prj_2`;
      const fault = { kind: "answer", status, headers: { location } } as const;
      for (const { file, path, method, key } of [
        ...UPDATES.map((subject) => ({ ...subject, method: "POST" as const })),
        ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" as const })),
      ]) {
        await using scene = await open({ faults: on(method, path, fault, { times: "always" }) });
        expect(outcomeOf(await scene.run(file), key)).toMatchObject({
          status: "unknown",
          message: expect.stringContaining(`${method} ${path}: ${status} `),
        });
        expect(new Set(scene.writes())).toEqual(new Set([`${method} ${path}`]));
        // A write to that very project is read back.
        const followed = path.startsWith(location)
          ? []
          : scene.seen().filter((request) => request === `GET ${location}`);
        expect(followed).toEqual([]);
        await converges(scene, file, { writes: [`${method} ${path}`] });
      }
    });

    it.each(CREATES)("of a create of a $kind: it becomes no GET, nor another create elsewhere", async (subject) => {
      const { file, key, path, kind } = subject;
      await using elsewhere = await startFaultServer((response) => json(response, 200, { id: "x", name: "x" }));
      const fault = { kind: "answer", status, headers: { location: `${elsewhere.url}${path}` } } as const;
      await using scene = await open({ faults: on("POST", path, fault, { times: "always" }) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toMatchObject({
        status: "unknown",
        message: expect.stringContaining(`POST ${path}: ${status} `),
      });
      // A host name is sent again after each read that does not show it, three times at most.
      expect(scene.writes()).toHaveLength(kind === "domain" ? 3 : 1);
      expect(elsewhere.received).toEqual([]);
      await converges(scene, file, { writes: [`POST ${path}`] });
    });
  },
);
