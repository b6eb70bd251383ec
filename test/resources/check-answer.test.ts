import { describe, expect, it } from "vitest";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { READ_DELAYS, SETTLE_WINDOW } from "../../provider/resources/settle.ts";
import { connect, fakeClock, lines } from "../api/connect.ts";
import { html, json, refuse, startFaultServer, type Fault } from "../api/fault-server.ts";

const organization = { organizationId: "org_1" };
const key = { organization_id: "org_1", slug: "site" } as const;
const before = { id: "prj_1", ...key, type: "proxy", description: "old", cookie_name: "a" };
const UPDATE = "POST /v1/projects/prj_1";
const READ = "GET /v1/projects/prj_1";

type Answer = object | number | "html";

/** A service with one project. Answers the write first, then each read; the last answer again and again. */
async function update(answers: readonly Answer[], declared: object = { description: "new" }) {
  const send: Fault = (response, _request, attempt) => {
    const answer = answers[Math.min(attempt, answers.length) - 1] ?? 500;
    if (answer === "html") return html(response, 200);
    if (typeof answer === "object") return json(response, 200, answer);
    if (answer === 404) return refuse(response, answer, "not_found_error");
    if (answer !== 204) return refuse(response, answer, "invalid_request_error");
    response.writeHead(204);
    response.end();
  };
  await using server = await startFaultServer(send);
  const clock = fakeClock();
  const made = await projectKind.ensure(connect(server, { clock }), organization, { ...key, ...declared }, before).then(
    ({ incomplete, notes, live }) => ({ incomplete: incomplete?.message, notes, live }),
    (error: unknown) => ({ failed: error instanceof Error ? error.name : "" }),
  );
  const waited = clock.waits.reduce((sum, wait) => sum + wait, 0);
  return { made, waited, requests: lines(server.received) };
}

const after = { ...before, description: "new" };
const done = { incomplete: undefined, notes: [], live: after };

describe("an update", () => {
  it("is done by an answer that shows what was sent, without another read", async () => {
    expect(await update([after])).toEqual({ made: done, waited: 0, requests: [UPDATE] });
  });

  it.each<[what: string, answer: Answer]>([
    ["no content", 204],
    ["an empty object", {}],
    ["the id", { id: "prj_1" }],
    ["the project as it was", before],
    ["another value", { ...before, description: "new!" }],
  ])("is done after one read if it is answered with %s", async (_what, answer) => {
    expect(await update([answer, after])).toEqual({ made: done, waited: 0, requests: [UPDATE, READ] });
  });

  it("is done if the record shows the change only a moment later", async () => {
    const { made, requests } = await update([before, before, before, after]);
    expect(made).toEqual(done);
    expect(requests).toEqual([UPDATE, READ, READ, READ]);
  });

  it("is done if the project, found in a list a moment ago, is not found for a moment", async () => {
    const { made, requests } = await update([before, 404, 404, after]);
    expect(made).toEqual(done);
    expect(requests).toEqual([UPDATE, READ, READ, READ]);
  });

  it("is incomplete if the record never shows the change within the settle window", async () => {
    const { made, waited, requests } = await update([before]);
    expect(made).toMatchObject({
      incomplete:
        "The service did not store description of project prj_1 as declared. Declare the value that it stored, or ask the " +
        "service's owner.",
    });
    expect(requests).toEqual([UPDATE, ...READ_DELAYS.map(() => READ)]);
    expect(waited).toBe(SETTLE_WINDOW);
  });

  it("is incomplete after one read if the service stored another value, or only some of the fields", async () => {
    const declared = { description: "new", cookie_name: "b" };
    for (const stored of [
      { ...before, description: "NEW", cookie_name: "b" },
      { ...before, cookie_name: "b" },
    ]) {
      const { made, waited, requests } = await update([{ id: "prj_1" }, stored], declared);
      expect(made).toMatchObject({
        incomplete: expect.stringContaining("did not store description of project prj_1 "),
      });
      expect({ waited, requests }).toEqual({ waited: 0, requests: [UPDATE, READ] });
    }
  });

  it.each<[what: string, read: Answer]>([
    ["is refused", 400],
    ["is a page of HTML", "html"],
  ])("is done as answered if the read %s", async (_what, read) => {
    expect(await update([{ id: "prj_1" }, read])).toMatchObject({ made: { incomplete: undefined, live: after } });
    const differs = await update([{ ...before, description: "NEW" }, read]);
    expect(differs.made).toMatchObject({ incomplete: expect.stringContaining("did not store description") });
  });

  it("is failed if it is refused, and read at most once", async () => {
    const { made, requests } = await update([422]);
    expect(made).toEqual({ failed: "RefusedError" });
    expect(requests).toEqual([UPDATE]);
  });

  it("is unknown if its answer cannot be read and the project is not as declared", async () => {
    expect(await update(["html", before])).toMatchObject({ made: { failed: "OutcomeUnknownError" } });
    expect(await update(["html", after])).toMatchObject({ made: { notes: [expect.stringContaining("was lost")] } });
  });
});

describe("a new project", () => {
  it("gets its settings although it is not found for a moment, and may show them late", async () => {
    const created = { id: "prj_1", ...key, type: "proxy" };
    let updates = 0;
    let reads = 0;
    await using server = await startFaultServer((response, { method, path, body }) => {
      if (path === "/v1/projects") return json(response, 200, created);
      if (method === "POST") {
        updates += 1;
        return updates < 3
          ? refuse(response, 404, "not_found_error")
          : json(response, 200, { id: "prj_1", sent: body });
      }
      reads += 1;
      const shown = [undefined, { ...created, cookie_name: "edgee" }, { ...created, cookie_name: "b" }][reads - 1];
      return shown === undefined ? refuse(response, 404, "not_found_error") : json(response, 200, shown);
    });
    const made = await projectKind.ensure(connect(server), organization, { ...key, cookie_name: "b" }, undefined);
    expect(made.incomplete).toBeUndefined();
    expect(made.live).toMatchObject({ cookie_name: "b" });
    expect(lines(server.received)).toEqual(["POST /v1/projects", UPDATE, UPDATE, UPDATE, READ, READ, READ]);
  });

  it("that is never found is incomplete at the end of the settle window, and keeps its id", async () => {
    await using server = await startFaultServer((response, { path }) =>
      path === "/v1/projects" ? json(response, 200, { id: "prj_1" }) : refuse(response, 404, "not_found_error"),
    );
    const clock = fakeClock();
    const client = connect(server, { clock });
    const made = await projectKind.ensure(client, organization, { ...key, cache: true }, undefined);
    expect(made).toMatchObject({ live: { id: "prj_1" }, incomplete: { name: "SettingsNotAppliedError" } });
    expect(clock.waits.reduce((sum, wait) => sum + wait, 0)).toBe(SETTLE_WINDOW);
  });
});

describe("a new component", () => {
  it("that is answered by its id is read until it is found", async () => {
    let reads = 0;
    const live = { id: "pc_1", component_slug: "edgee/ga4", active: false };
    await using server = await startFaultServer((response, { method, path }) => {
      if (method === "POST") return json(response, 200, { id: "pc_1" });
      if (!path.endsWith("pc_1")) return json(response, 200, { id: "prj_1" });
      reads += 1;
      return reads < 3 ? refuse(response, 404, "not_found_error") : json(response, 200, live);
    });
    const declared = { component: "edgee/ga4", active: false };
    const made = await componentKind().ensure(connect(server), { projectId: "prj_1" }, declared, undefined);
    expect(made.incomplete).toBeUndefined();
    expect(made.live).toEqual(live);
    expect(reads).toBe(3);
  });
});
