import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderReport } from "../sync/report/render-report.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { findComponent } from "../core/resources/component/identity.ts";
import { NOT_ASKED } from "../core/resources/catalogue.ts";
import { connectRun } from "../sync/run/connect.ts";
import type { PlanItem } from "../core/plan/plan.ts";
import { assemblePlan } from "../core/plan/plan.ts";
import type { Report } from "../sync/report/report.ts";
import { run } from "../sync/run/run.ts";
import { seededProjects, writeSeeded } from "./scene.ts";
import { startService } from "./service.ts";

/*
 * How the time of the processor grows: for each kind of size, the time for one object at a size, against that at a tenth of it. 1.0
 * is linear. Fails where it is more than the limit, so that a quadratic cause cannot come back unseen: it would show as up to 10.
 */

/** Above what the garbage collector and other programs on the machine add, and far below what a quadratic cause adds. */
const LIMIT = Number(process.env["BENCH_GROWTH_LIMIT"] ?? 1.3);
const ROUNDS = 5;

interface Case {
  readonly name: string;
  readonly size: number;
  /** Prepares a size. Returns what is measured. */
  readonly prepare: (size: number, stack: AsyncDisposableStack) => Promise<() => unknown>;
}

const CASES: readonly Case[] = [
  {
    name: "secrets, 60 texts each, redacted",
    size: 1000,
    prepare: async (size) => {
      const secrets = Array.from(
        { length: size },
        (_, index) => `secret-value-of-project-${index}-${(index * 7919) % 1000}`,
      );
      const texts = Array.from({ length: size * 60 }, (_, index) =>
        index % 31 === 0
          ? `POST /v1/projects/prj_${index}: 400 ${JSON.stringify({ access_token: secrets[index % size] })}`
          : `POST /v1/projects/prj_${index}/components/pc_1: 200 in 34 ms (attempt 1, request req_${index})`,
      );
      return () => {
        const { add, redact } = createRedaction(["token-of-the-bench"]);
        add(secrets);
        for (const text of texts) redact(text);
      };
    },
  },
  {
    name: "domains of one project, as declared",
    size: 5000,
    prepare: (size, stack) => planOf({ projects: 1, files: 1, domains: size }, stack),
  },
  {
    name: "components of one project, each looked up",
    size: 5000,
    prepare: async (size) => {
      const listed = Array.from({ length: size }, (_, index) => ({
        id: `pc_${index}`,
        component_slug: `acme/tool-${index}`,
      }));
      return () => {
        // A list that was just read.
        const components = [...listed];
        for (const { component_slug: component } of listed) findComponent(components, component, NOT_ASKED);
      };
    },
  },
  {
    name: "projects of an organization, one in ten declared",
    size: 20_000,
    prepare: (size, stack) => planOf({ projects: size, files: size / 10, domains: 0 }, stack),
  },
  {
    name: "files, each a project with a domain",
    size: 2000,
    prepare: (size, stack) => planOf({ projects: size, files: size, domains: 1 }, stack),
  },
  {
    name: "items of a plan, as text",
    size: 20_000,
    prepare: async (size) => {
      const report = reportOf(size);
      return () => renderReport(report, (_format, text) => text);
    },
  },
];

let isLinear = true;
const wanted = process.argv.slice(2);
for (const each of CASES.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))) {
  const small = await perObject(each, each.size / 10);
  const large = await perObject(each, each.size);
  const ratio = large / small;
  const verdict = ratio <= LIMIT ? "" : `  more than ${LIMIT}`;
  process.stdout.write(
    `${String(each.size).padStart(6)} ${each.name.padEnd(50)} ${(1000 * small).toFixed(0).padStart(6)} µs each at a tenth, ` +
      `${(1000 * large).toFixed(0).padStart(6)} µs at that size: × ${ratio.toFixed(2)}${verdict}\n`,
  );
  if (ratio > LIMIT) isLinear = false;
}
if (!isLinear) process.exitCode = 1;

/** Milliseconds of this process for one object: the best of some rounds, because others may use the processor. */
async function perObject({ prepare }: Case, size: number): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const task = await prepare(size, stack);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, (user + system) / 1000);
  }
  return best / size;
}

/** Plans files against a service that has all of it. */
async function planOf(
  { projects, files, domains }: { projects: number; files: number; domains: number },
  stack: AsyncDisposableStack,
): Promise<() => Promise<void>> {
  const service = stack.use(await startService({ projects, domains }));
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-bench-"));
  stack.defer(() => rm(folder, { recursive: true }));
  await writeSeeded(folder, files, domains);
  return async () => {
    const report = await run({
      mode: "plan",
      patterns: ["*.yaml"],
      folder,
      environment: {},
      secrets: [service.token],
      connect: (redaction, signal) =>
        connectRun({
          baseUrl: service.url,
          token: service.token,
          names: { baseUrl: "the base URL", token: "the token" },
          environment: {},
          redaction,
          signal,
        }),
    });
    if (report.result !== "no-changes") throw new Error(`the bench found ${report.result}: ${report.error}`);
  };
}

function reportOf(size: number): Report {
  const items = seededProjects(size / 4, 3).flatMap(({ slug, domains }): PlanItem[] => [
    { kind: "project", key: `org_1/${slug}`, action: "create", changes: [], source: null, notes: [] },
    ...domains.map(({ name }) => ({
      kind: "domain" as const,
      key: `org_1/${slug}/${name}`,
      action: "create" as const,
      changes: [],
      source: null,
      notes: [],
    })),
  ]);
  const plan = assemblePlan(items, { origin: "https://service.example", guards: [], problems: [] });
  return { mode: "plan", result: "changes", files: [], problems: [], plan };
}
