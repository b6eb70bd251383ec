import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { runCli, startCli } from "../cli/run-cli.ts";

/** A file in a new temporary folder. */
async function file(text: string): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-faults-"));
  const place = path.join(folder, "file.json");
  await writeFile(place, text);
  return { path: place, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

it("serves with a profile and the faults of a file, and accepts a seed that they allow", async () => {
  const project = { organization_id: "org_1", slug: "site" };
  const faults = [{ path: "/v1/projects", fault: { kind: "answer", status: 503 } }];
  const schedule = { service: { duplicateSlugs: true }, faults };
  await using scheduleFile = await file(JSON.stringify(schedule));
  await using seedFile = await file(JSON.stringify({ projects: [project, project] }));
  const files = ["--faults", scheduleFile.path, "--seed", seedFile.path];
  const { child, ended } = startCli(["emulator", "--token", "emulator-token", "--profile", "gateway", ...files]);
  const [line]: unknown[] = await once(createInterface(child.stdout), "line");
  const url = String(line).replace("listening on ", "");
  const headers = { authorization: "Bearer emulator-token" };
  expect(await fetch(`${url}/v1/projects`, { headers })).toMatchObject({ status: 503 });
  expect(await (await fetch(`${url}/v1/projects`, { headers })).json()).toMatchObject({ data: [project, project] });
  expect(await (await fetch(`${url}/__emulator/faults`)).json()).toEqual(schedule);
  const refused = await fetch(`${url}/v1/projects`, { method: "POST", headers });
  expect(Object.keys(Object(await refused.json()))).toEqual(["message"]);
  child.kill("SIGTERM");
  expect((await ended()).code).toBe(0);
});

it("prints its address and a random token, which the service accepts", async () => {
  const { child, ended } = startCli(["emulator"]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: first }: { value?: unknown } = await lines.next();
  const { value: second }: { value?: unknown } = await lines.next();
  expect(first).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  expect(second).toMatch(/^token: emulator-[0-9a-f]{32}$/);
  const url = String(first).replace("listening on ", "");
  const headers = { authorization: `Bearer ${String(second).replace("token: ", "")}` };
  expect(await fetch(`${url}/v1/projects`, { headers })).toMatchObject({ status: 200 });
  child.kill("SIGTERM");
  expect((await ended()).code).toBe(0);
});

it("says which profiles there are, and what is wrong in a file", async () => {
  const { code, stderr } = await runCli(["emulator", "--profile", "eventual"]);
  expect(code).toBe(1);
  expect(stderr).toContain("Allowed choices are plain, normalizing, masking, late, terse, gateway.");
  for (const [text, message] of [
    ["{", /^error: The fault schedule is not JSON: /],
    [
      '{"faults": [{"fault": {"kind": "explode"}}]}',
      /^error: The fault schedule is not valid: faults\.0\.fault\.kind: /,
    ],
  ] as const) {
    await using scheduleFile = await file(text);
    expect(await runCli(["emulator", "--faults", scheduleFile.path])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  }
});
