import { describe, expect, it } from "vitest";
import { converges, on, outcomeOf, planned, refusal, statuses } from "./findings.ts";
import { open } from "./scene.ts";
import { COMPONENT, COMPONENTS, CREATES, DELETIONS, DOMAINS, file, PROJECT, PROJECTS, UPDATES } from "./subjects.ts";

const unauthenticated = refusal(401, "authentication_error");
const forbidden = refusal(403, "forbidden_error");
const notFound = refusal(404, "not_found_error");
const page = (status: number) => ({ kind: "html", status }) as const;
const OTHER = "org_1/empty/other.example.com";
const always = { times: "always" } as const;

describe("401 in mid-run: no other write begins, and what is done, failed and not started is said", () => {
  const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example.com`);
  const declared = file("site", `  description: changed\ndomains: [${hosts.join(", ")}]\n`);

  it("to the 5th of 20 writes that run eight at a time", async () => {
    await using scene = await open({ faults: on("POST", DOMAINS, unauthenticated, { nth: 5, times: "always" }) });
    const report = await scene.run(declared);
    expect(report.result).toBe("partial");
    const { done = 0, failed = 0, unknown, ...counts } = report.applied?.counts ?? {};
    const sent = scene.writes().length;
    // The project's update, and four host names.
    expect({ done, unknown }).toEqual({ done: 5, unknown: 0 });
    expect(failed).toBe(sent - done);
    // Eight were under way, and as many as had their answer in the same moment may have been followed by another.
    expect(sent).toBeLessThanOrEqual(5 + 8 + 4);
    expect(counts).toEqual({ partial: 0, "not-started": 21 - sent });
    const held = report.applied?.outcomes.filter(({ status }) => status === "not-started") ?? [];
    for (const { message } of held) expect(message).toBe("The service no longer accepts the token.");
    scene.heal();
    scene.forget();
    expect((await scene.run(declared)).result).toBe("applied");
    expect(scene.writes()).toHaveLength(16);
    await converges(scene, declared);
  });

  it("to a project's update, before what is in it", async () => {
    await using scene = await open({ faults: on("POST", PROJECT, unauthenticated, always) });
    const report = await scene.run(declared);
    expect(report.applied?.counts).toEqual({ done: 0, partial: 0, failed: 1, unknown: 0, "not-started": 20 });
    expect(outcomeOf(report, "org_1/site").message).toContain("Check the access token.");
    expect(scene.writes()).toEqual([`POST ${PROJECT}`]);
  });

  it("to a read of the plan: the run fails", async () => {
    await using scene = await open({ faults: on("GET", DOMAINS, unauthenticated, always) });
    const report = await scene.run(declared);
    expect(report).toMatchObject({ result: "failed", error: expect.stringContaining("Check the access token.") });
    expect(scene.writes()).toEqual([]);
  });
});

describe("403 to a write fails that item, and the others go on", () => {
  it.each([
    ...CREATES.map((subject) => ({ ...subject, method: "POST" as const })),
    ...UPDATES.map((subject) => ({ ...subject, method: "POST" as const })),
    ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" as const })),
  ])("$method $path", async ({ file: declared, key, path, method }) => {
    await using scene = await open({ faults: on(method, path, forbidden, { times: 1 }) });
    const other = file("empty", "domains: [other.example.com]\n");
    const files = path.startsWith(`${PROJECTS}/prj_2`)
      ? { "a.yaml": declared }
      : { "a.yaml": declared, "b.yaml": other };
    const report = await scene.run(files);
    expect(outcomeOf(report, key)).toMatchObject({ status: "failed", message: expect.stringContaining("403") });
    expect(scene.writes().filter((line) => line === `${method} ${path}`)).toHaveLength(1);
    expect(statuses(report).filter((line) => line !== `failed ${key}`)).toEqual(
      "b.yaml" in files ? [`done ${OTHER}`] : [],
    );
    await converges(scene, files, { writes: [`${method} ${path}`] });
  });
});

describe("403 to a read is never taken for absent", () => {
  it.each([
    ["the list of projects", PROJECTS, file("new")],
    ["the list of components", COMPONENTS, CREATES[1]?.file ?? ""],
    ["the list of domains", DOMAINS, CREATES[2]?.file ?? ""],
  ])("%s: what needs it is blocked", async (_list, path, declared) => {
    for (const fault of [forbidden, page(403)]) {
      await using scene = await open({ faults: on("GET", path, fault, always) });
      const report = await scene.run(declared);
      expect(report.result).toBe("blocked");
      expect(planned(report)[0]).toContain(`GET ${path}: 403`);
      expect(scene.writes()).toEqual([]);
    }
  });

  it("the read of a project before what is written into it: nothing is sent", async () => {
    for (const { file, key, path } of [...UPDATES, ...CREATES.slice(1), ...DELETIONS.slice(1)]) {
      await using scene = await open({ faults: on("GET", PROJECT, forbidden, always) });
      expect(outcomeOf(await scene.run(file), key)).toMatchObject({
        status: "not-started",
        message: expect.stringContaining(`GET ${PROJECT}: 403`),
      });
      expect(scene.writes(), path).toEqual([]);
    }
  });

  it("the read of a component whose settings are sent: nothing is sent", async () => {
    await using scene = await open({ faults: on("GET", COMPONENT, forbidden, always) });
    const report = await scene.run(file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n"));
    expect(statuses(report)).toEqual(["not-started org_1/site/edgee/ga4"]);
    expect(scene.writes()).toEqual([]);
  });
});

describe("404 to a read means gone only where it is the service's own", () => {
  it.each(UPDATES)(
    "a page that says 404, before the update of a $kind: nothing is sent or created",
    async (subject) => {
      await using scene = await open({ faults: on("GET", PROJECT, page(404), always) });
      const report = await scene.run(subject.file);
      expect(outcomeOf(report, subject.key)).toMatchObject({
        status: "not-started",
        message: expect.stringContaining("404 with an unexpected body"),
      });
      expect(scene.writes()).toEqual([]);
      await converges(scene, subject.file, { writes: [`POST ${subject.path}`] });
    },
  );

  it.each([PROJECTS, COMPONENTS, DOMAINS])("either 404 of the list %s: nothing is created again", async (path) => {
    const all = file("site", "components:\n  edgee/ga4: { active: false }\ndomains: [www.example.com]\n");
    await using scene = await open({ faults: on("GET", path, page(404), always) });
    const report = await scene.run(all);
    expect(report.result).toBe(path === PROJECTS ? "failed" : "blocked");
    expect(report.error ?? report.plan?.items[0]?.reason).toContain(`GET ${path}: 404`);
    scene.setFaults(on("GET", path, notFound, always));
    // The service's own may mean that the project is gone, which a list may show for a while.
    expect(["failed", "blocked"]).toContain((await scene.run(all)).result);
    expect(scene.writes()).toEqual([]);
  });

  it("of a project pinned by its id: a page fails the run, the service's own blocks it", async () => {
    const pinned = file("site", "  id: prj_1\n  description: changed\n");
    await using scene = await open({ faults: on("GET", PROJECT, page(404), always) });
    expect((await scene.run(pinned)).result).toBe("failed");
    scene.setFaults(on("GET", PROJECT, notFound, always));
    const report = await scene.run(pinned);
    expect(planned(report)).toEqual([expect.stringContaining("No project has the id prj_1.")]);
    expect(scene.writes()).toEqual([]);
  });

  it("of a component: not while its project does not answer", async () => {
    const gone = { method: "GET", path: COMPONENT, fault: notFound, times: "always" } as const;
    const lost = { method: "GET", path: PROJECT, nth: 2, fault: page(404), times: "always" } as const;
    await using scene = await open({ faults: { faults: [gone, lost] } });
    const declared = file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n");
    expect(statuses(await scene.run(declared))).toEqual(["not-started org_1/site/edgee/ga4"]);
    expect(scene.writes()).toEqual([]);
  });
});

describe("404 to a deletion is a success where it is the service's own", () => {
  it.each(DELETIONS)("$kind: the service's own", async ({ file, key, path }) => {
    const act = ({ ask }: { ask: (request: string) => Promise<unknown> }) => ask(`DELETE ${path}`);
    const after = path.startsWith(`${PROJECTS}/prj_2`) ? `GET ${path}/domains` : `GET ${PROJECTS}`;
    const nth = path.startsWith(`${PROJECTS}/prj_2`) ? 2 : 1;
    // A stale list still shows it to the plan.
    await using scene = await open({ faults: { service: { staleListsMs: 3_000 } }, meanwhile: { after, nth, act } });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "done" });
    // Theirs, and ours. A project is read by its id right before its deletion.
    expect(scene.writes()).toHaveLength(path.startsWith(`${PROJECTS}/prj_2`) ? 1 : 2);
  });

  it.each(DELETIONS)("$kind: a page is none, and it is unknown while it is there", async ({ file, key, path }) => {
    await using scene = await open({ faults: on("DELETE", path, page(404), always) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "unknown" });
    expect(new Set(scene.writes())).toEqual(new Set([`DELETE ${path}`]));
    await converges(scene, file, { writes: [`DELETE ${path}`] });
  });
});

describe("a refusal in another shape fails that write, sent once, with the service's own words", () => {
  const writes = [
    ...CREATES.map((subject) => ({ ...subject, method: "POST" as const })),
    ...UPDATES.map((subject) => ({ ...subject, method: "POST" as const })),
    ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" as const })),
  ];

  it.each([
    ["the documented one without a type", 400, { error: { message: "Not like this." } }],
    ["a message alone", 422, { message: "Not like this." }],
    ["text as the error", 405, { error: "Not like this." }],
    ["a problem document", 400, { type: "about:blank", title: "Not like this." }],
    ["a list of errors", 403, { errors: [{ message: "Not like this." }] }],
    ["a 404 of a gateway", 404, { message: "Not like this." }],
  ])("%s", async (_shape, status, body) => {
    for (const { file: declared, key, path, method } of writes) {
      await using scene = await open({ faults: on(method, path, { kind: "answer", status, body }) });
      const outcome = outcomeOf(await scene.run(declared), key);
      expect(outcome).toMatchObject({
        status: "failed",
        message: expect.stringContaining(`${status}: Not like this`),
      });
      expect(scene.writes()).toEqual([`${method} ${path}`]);
      await converges(scene, declared, { writes: [`${method} ${path}`] });
    }
  });
});
