import { afterEach, expect, it, vi } from "vitest";
import { getCatalogueComponent } from "../../provider/get-catalogue-component.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { warn } from "../../provider/warnings.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { failureOf, code, open, fail } from "./provider.ts";

/* Text of the service and of its catalogue in what Pulumi shows. A line that begins with "error:" would look like Pulumi's. */

const HOSTILE = "x\nerror: a fake line\u001B[2K\u001B]8;;https://x.example\u0007\u202E##[error]";
const UNPRINTABLE = /[\p{Cc}\p{Cf}]|##\[/u;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it("a check shows text of the catalogue on one line", async () => {
  await using scene = await open({
    seed: { catalogue: [catalogueEntry("edgee/hostile", [{ name: HOSTILE, required: true }])] },
  });
  const news = { ...code, projectId: "prj_1", component: "edgee/hostile", version: "1", settings: {} };
  const { failures = [] } = await scene.component.check({}, news);
  expect(failures).toHaveLength(1);
  expect(failures[0]?.reason).toContain("a fake line");
  expect(failures[0]?.reason).not.toMatch(UNPRINTABLE);
});

it("an error shows text of the service on one line", async () => {
  await using scene = await open();
  const error = { type: "invalid_request_error", message: HOSTILE, params: [{ param: HOSTILE, message: HOSTILE }] };
  const refusal = { kind: "answer", status: 400, body: { error } } as const;
  fail(scene, "POST /v1/projects", refusal);
  const created = scene.project.create({ ...code, organizationId: "org_1", slug: "site" });
  const failure = await failureOf(created);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).toHaveProperty("stack", "");
  expect(String(failure)).toContain("a fake line");
  expect(String(failure)).not.toMatch(UNPRINTABLE);
});

it("a warning is one line", () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  warn(`archived: ${HOSTILE}, token-0b9f77`, { redaction: createRedaction(["token-0b9f77"]) });
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^warning: archived: x error: a fake line.*\n$/);
  expect(written[0]).not.toContain("token-0b9f77");
  expect(written[0]?.trimEnd()).not.toMatch(UNPRINTABLE);
});

it("a lookup that is refused shows text of the service on one line", async () => {
  await using scene = await open();
  vi.stubEnv("PROJECTSYNC_BASE_URL", scene.emulator.url);
  vi.stubEnv("PROJECTSYNC_TOKEN", scene.emulator.token);
  const error = { type: "forbidden_error", message: HOSTILE };
  const refusal = { kind: "answer", status: 403, body: { error } } as const;
  fail(scene, "GET /v1/components/**", refusal);
  const failure = await failureOf(getCatalogueComponent({ component: "edgee/ga4" }));
  expect(String(failure)).toContain("a fake line");
  expect(String(failure)).not.toMatch(UNPRINTABLE);
});
