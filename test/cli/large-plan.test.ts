import { expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { on, refused } from "../reconcile/scene.ts";
import { startPlace } from "./command-place.ts";

const FILES = Array.from({ length: 12 }, (_, index) => `site-${String(index).padStart(2, "0")}`);
const ATTACH = "POST /v1/projects/*/domains";

const fileOf = (slug: string, domains: readonly string[]): string =>
  `version: 1\nproject: { organization_id: org_1, slug: ${slug} }\ndomains: [${domains.join(", ")}]\n`;

/** Twelve projects, each with a live domain; the files declare two others. */
async function largePlace(live: readonly string[] = FILES) {
  const projects = live.map((slug) => ({
    organization_id: "org_1",
    slug,
    domains: slug === "site-03" ? [{ name: "old.example.com" }] : [],
  }));
  const place = await startPlace({ seed: { projects } });
  for (const slug of FILES) await place.write(`${slug}.yaml`, fileOf(slug, [`a.${slug}.com`, `b.${slug}.com`]));
  return place;
}

it("shows counts for each project, and details of deletions, unless they are asked for", async () => {
  await using place = await largePlace();
  const { stdout } = await place.run(["plan", "*.yaml", "--prune", "domains"]);
  expect(stdout.split("\n")).toEqual([
    ...FILES.slice(0, 3).map((slug) => `org_1/${slug}: 2 to create`),
    "org_1/site-03: 2 to create",
    "  - delete    domain old.example.com",
    expect.stringMatching(/^      note: It was created on \d{4}-\d\d-\d\d\.$/),
    "",
    ...FILES.slice(4).map((slug) => `org_1/${slug}: 2 to create`),
    "",
    "--details shows each object and its fields.",
    "",
    "Plan: 24 to create, 1 to delete, 12 unchanged",
    "",
  ]);
  const all = await place.run(["plan", "*.yaml", "--prune", "domains", "--details"]);
  expect(all.stdout.match(/^  \+ create    domain/gm)).toHaveLength(24);
  expect(all.stdout).not.toContain("--details");
});

it("shows a plan of few objects with all of them", async () => {
  await using place = await largePlace();
  const { stdout } = await place.run(["plan", "site-0*.yaml"]);
  expect(stdout.match(/^  \+ create    domain/gm)).toHaveLength(20);
});

it("groups failures with one cause, folds the domains, and says last what is left", async () => {
  await using place = await largePlace(FILES.slice(0, 11));
  const fault = refused(403, "forbidden_error");
  place.emulator.setFaults({ faults: [2, 4, 6].map((nth) => on(ATTACH, fault, { nth })) });
  const { screen: rows } = await place.onTerminal(["apply", "*.yaml", "--prune", "domains", "--yes"], { columns: 80 });
  // All but the address of more.
  expect(rows.filter((row) => row.length > 80)).toEqual([expect.stringMatching(/^More: \S+$/)]);
  const end = rows.slice(rows.findIndex((row) => row.startsWith("Plan:"))).join("\n");
  expect(end).toMatch(
    /^Plan: 25 to create, 1 to delete, 11 unchanged\n- delete domain org_1\/site-03\/old\.example\.com done\nDomains: 21 not ready\n  21 domains: DNS does not point at the service yet\nerror: 3 failed \(/,
  );
  expect(end.replaceAll(/\n +/g, " ").trimEnd()).toMatch(
    /\nApply: 23 done, 3 failed\. 3 objects left: correct what is listed above, and run apply again\.\nMore: \S+#partial$/,
  );
});

it("names each object that failed, also of many with one cause, and each cause of the service", async () => {
  await using place = await largePlace(FILES.slice(0, 11));
  const [five, one] = ["The request body is invalid", "The request quota is used up"];
  const faults = [five, five, five, five, five, one].map((message, index) => {
    const body = { error: { type: "creation_error", message } };
    return on(ATTACH, { kind: "answer", status: 400, body }, { nth: index + 1 });
  });
  place.emulator.setFaults({ faults });
  const { stdout, stderr } = await place.run(["apply", "--yes", "*.yaml", "--parallelism", "1"]);
  expect(stdout).toContain("6 failed");
  expect(stderr).toContain("quota is used up");
  const grouped = stderr.split("\n").find((line) => line.includes("5 failed"));
  expect(grouped?.match(/org_1\/site-\d\d\/[ab]\.site/g)).toHaveLength(5);
});

it("shows for many objects only what is true of each: no call and no request of one of them", async () => {
  await using place = await startPlace({ seed: { projects: [liveProject("site")] } });
  await place.write("site.yaml", fileOf("site, force_https: false", ["www.example.com"]));
  place.emulator.setFaults({
    faults: [
      { method: "POST", path: "/v1/projects/*", times: "always", fault: refused(403, "forbidden_error") },
      { ...on(ATTACH, refused(403, "forbidden_error")), times: "always" },
    ],
  });
  const { stderr } = await place.run(["apply", "site.yaml", "--yes"]);
  const grouped = stderr.split("\n").find((line) => line.includes("2 failed"));
  expect(grouped).toBe(
    "error: 2 failed (org_1/site, org_1/site/www.example.com): 403 forbidden_error: so it is. Check that the token may do this in this organization.",
  );
});
