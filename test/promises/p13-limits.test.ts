import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { listen } from "../listen.ts";
import { runAction } from "../action/run-action.ts";
import { checkOut, projectFile, TOKEN } from "../action/service.ts";

/*
 * P13: requests, answers, lists, files and waits have limits. Whatever the service answers and the files hold, the Action ends with a message, and its
 * outputs are set. Each run is in this process; its memory and time were measured in processes of their own.
 */

const MIB = 1024 * 1024;

type Page = (number: number) => { readonly data: string; readonly key?: string };

/** Runs a plan of three projects against a service whose lists have these pages. */
async function planAgainst(page: Page) {
  let pages = 0;
  const server = createServer((_request, response) => {
    pages += 1;
    const { data, key } = page(pages);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(`{"data":[${data}],"has_more":${key !== undefined},"last_key":${JSON.stringify(key)}}`);
  });
  await using service = await listen(server);
  await using checkout = await checkOut(
    Object.fromEntries(["a", "b", "c"].map((slug) => [`${slug}.yaml`, projectFile(slug, "domains: []\n")])),
  );
  const inputs = { "base-url": `http://127.0.0.1:${service.port}`, token: TOKEN, files: "*.yaml", mode: "plan" };
  return { ...(await runAction({ ...checkout, inputs })), pages };
}

describe("a service without an end", () => {
  const text = "x".repeat(7 * MIB);

  it.each<readonly [string, Page, RegExp]>([
    ["large pages", (number) => ({ data: `{"id":"p${number}","x":"${text}"}`, key: String(number) }), /48 MiB/],
    ["one page of small values", () => ({ data: `${"{},".repeat(2 * MIB)}{}` }), /more than 250000 values/],
    [
      "pages of small values",
      (number) => ({ data: `{"id":"p${number}","x":[${"{},".repeat(100_000)}{}]}`, key: String(number) }),
      /1000000 values/,
    ],
    ["many objects", (number) => ({ data: objects(number, 10_000), key: String(number) }), /100000 objects/],
    ["one key for ever", (number) => ({ data: `{"id":"p${number}"}`, key: "k" }), /same last_key twice/],
  ])("ends the run with its outputs: %s", async (_what, page, why) => {
    const { code, outputs, stdout, pages, summary } = await planAgainst(page);
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ result: "failed", "failure-reason": "service-error" });
    expect(outputs["report-path"]).toMatch(/report\.json$/);
    expect(stdout).toMatch(why);
    expect(summary).toMatch(/failed/);
    expect(pages).toBeLessThan(20);
  });
});

function objects(page: number, number: number): string {
  return Array.from({ length: number }, (_none, index) => `{"id":"p${page}_${index}"}`).join(",");
}

describe("a stranger's files", () => {
  const wrong = Array.from({ length: 60 }, (_none, index) => `  a${index}: 1\n`).join("");

  it.each([
    ["many problems", (slug: string) => projectFile(slug, wrong), 300],
    ["many conflicts", () => projectFile("same", `domains: [${names(20).join(", ")}]\n`), 300],
    ["nothing", () => "", 2000],
  ])("end the run with at most 1,001 problems, and its outputs: %s", async (_what, file, number) => {
    const files = Array.from({ length: number }, (_none, index) => [`${index}.yaml`, file(`s${index}`)] as const);
    await using checkout = await checkOut(Object.fromEntries(files));
    const inputs = { files: "*.yaml", mode: "validate" };
    const { code, outputs, stdout, everything } = await runAction({ ...checkout, inputs });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ result: "invalid", "failure-reason": "invalid-files" });
    expect(stdout.match(/^[^:\n]*(?::\d+:\d+)?: error: |^error: /gm)?.length).toBeLessThan(1010);
    expect(stdout).toMatch(/more problems are left out|are not checked/);
    expect(everything.length).toBeLessThan(2 * MIB);
  });
});

function names(number: number): string[] {
  return Array.from({ length: number }, (_none, index) => `d${index}.example.com`);
}

it("ends with rows whose names are long runs of one sign", async () => {
  const run = (sign: string): string => `${sign.repeat(200_000)}x`;
  const rows = [
    { id: "p1", organization_id: "org_1", slug: run("/") },
    { id: "p2", organization_id: run(":"), slug: run(".") },
    { id: "p3", organization_id: "org_1", slug: "a", n: "NUMBER" },
  ];
  const data = rows.map((row) => JSON.stringify(row).replace('"NUMBER"', `1.${"0".repeat(200_000)}1`)).join(",");
  const { summary } = await planAgainst(() => ({ data }));
  expect(summary).not.toBe("");
});
