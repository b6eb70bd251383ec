import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "../ask.ts";
import { refusal } from "../canary/answers.ts";
import { leaks, OLD, SECRETS, TOKEN } from "../canary/secrets.ts";
import type { Reply } from "./harness/driver.ts";
import { useInstallation } from "./harness/scene.ts";
import { openStack, type Stack } from "./harness/stack.ts";

const installation = useInstallation();

/** Secrets in every field that may hold one. The program does not mark the catalogue's secret settings as secret. */
const PROGRAM = `
export const program = ({ pulumi, projectsync }, { cookie, header, weird, plain, short }) => {
  const site = new projectsync.Project("site", {
    organizationId: "org_1",
    slug: "site",
    description: pulumi.secret(short),
    cookieName: pulumi.secret(cookie),
    forwardedHeaders: [{ name: "x-key", value: pulumi.secret(header) }],
  });
  const exported = new projectsync.ProjectComponent("export", {
    projectId: site.id,
    component: "edgee/warehouse-export",
    settings: { dataset: "d", service_key: weird },
  });
  // Afterwards: an answer that quotes the secret of another resource cannot be redacted before that one is known.
  new projectsync.ProjectComponent(
    "meta",
    { projectId: site.id, component: "edgee/meta-capi", settings: { pixel_id: "px", access_token: plain } },
    { dependsOn: [exported] },
  );
  new projectsync.Domain("www", { projectId: site.id, name: "www.example.com" });
  return { id: site.id };
};
`;

const VALUES: Readonly<Record<"cookie" | "header" | "weird" | "plain" | "short", string>> = {
  cookie: SECRETS.COOKIE,
  header: SECRETS.HEADER,
  weird: SECRETS.WEIRD,
  plain: SECRETS.PLAIN,
  short: SECRETS.SHORT,
};
const canary = (more: Partial<typeof VALUES> = {}) => ({ file: "canary.mjs", parameters: { ...VALUES, ...more } });

beforeAll(async () => {
  await writeFile(join(installation().folder, "canary.mjs"), PROGRAM);
});

/** Neither what the user sees, nor the engine's events, nor the state. */
async function expectNothingShown(stack: Stack, reply: Reply): Promise<void> {
  expect(leaks(reply.text), reply.text).toEqual([]);
  expect(leaks(JSON.stringify(reply))).toEqual([]);
  expect(leaks(await stack.state())).toEqual([]);
}

describe.each(["environment", "stack"] as const)("a token from the %s", (through) => {
  it("and secrets are in nothing that up, preview, refresh and destroy show or keep", async () => {
    await using emulator = await startEmulator({ token: TOKEN });
    await using stack = await openStack(installation(), emulator);
    stack.configure({ url: emulator.url, token: TOKEN, through });
    const operations: (() => Promise<Reply>)[] = [
      () => stack.preview(canary()),
      () => stack.up(canary()),
      () => stack.up(canary({ weird: `${SECRETS.WEIRD}2`, header: `${SECRETS.HEADER}2`, plain: `${SECRETS.PLAIN}2` })),
      async () => {
        await ask(emulator, "POST /v1/projects/prj_1", { cookie_name: OLD, description: OLD });
        return stack.refresh();
      },
      () => stack.preview(canary()),
      () => stack.up(canary()),
      () => stack.destroy(),
    ];
    for (const operation of operations) {
      const reply = await operation();
      expect(reply.failed, reply.text).toBe(false);
      await expectNothingShown(stack, reply);
    }
  });
});

it("a secret of a project file in an ordinary field is not shown where the service quotes it", async () => {
  const lines = [
    "version: 1",
    "project:",
    "  organization_id: org_1",
    "  slug: site",
    "  description: { secret: COOKIE }",
    "components:",
    "  edgee/ga4:",
    "    settings: { measurement_id: { secret: COOKIE } }",
  ];
  await writeFile(join(installation().folder, "canary.yaml"), `${lines.join("\n")}\n`);
  const environment = { COOKIE: SECRETS.COOKIE };
  const program = { file: "programs/project-file.ts", parameters: { path: "canary.yaml" }, environment };
  await using emulator = await startEmulator({ token: TOKEN });
  await using stack = await openStack(installation(), emulator);
  const quoting = refusal(400, "invalid_request_error", [SECRETS.COOKIE]);
  const refusing = (method: "GET" | "POST", path: string): void =>
    emulator.setFaults({ faults: [{ method, path, times: "always", fault: quoting }] });
  for (const path of ["/v1/projects", "/v1/projects/*/components"]) {
    refusing("POST", path);
    const reply = await stack.up(program);
    expect(reply.text).toContain("(secret)");
    await expectNothingShown(stack, reply);
  }
  emulator.setFaults({});
  const up = await stack.up(program);
  expect(up.failed, up.text).toBe(false);
  refusing("GET", "/v1/projects/**");
  const refresh = await stack.refresh();
  expect(refresh.failed).toBe(true);
  await expectNothingShown(stack, refresh);
  emulator.setFaults({});
  await ask(emulator, "POST /v1/projects/prj_1", { description: OLD });
  for (const operation of [() => stack.refresh(), () => stack.preview(program)]) {
    const reply = await operation();
    expect(reply.failed, reply.text).toBe(false);
    await expectNothingShown(stack, reply);
  }
});
