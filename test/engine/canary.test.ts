import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { ask } from "../ask.ts";
import { refusal } from "../canary/answers.ts";
import { leaks, OLD, SECRETS, TOKEN } from "../canary/secrets.ts";
import type { Reply } from "./harness/driver.ts";
import { installed } from "./harness/scene.ts";
import { openStack, type Stack } from "./harness/stack.ts";
import { fail, succeed } from "./harness/succeed.ts";

/** Secrets in every field that may hold one. The program marks neither what is sensitive by nature nor the catalogue's secrets. */
const PROGRAM = `
export const program = ({ pulumi, projectsync }, { cookie, header, weird, plain, short, fields }) => {
  const site = new projectsync.Project("site", {
    organizationId: "org_1",
    slug: "site",
    description: pulumi.secret(short),
    cookieName: pulumi.secret(cookie),
    forwardedHeaders: [{ name: "x-key", value: header }],
    externalProjectUrl: \`https://bot:\${plain}@example.com/?key=\${plain}\`,
    overrideCache: [{ path: "/a", conditions: { requestHeaders: { values: { "x-key": plain } } } }],
    ...fields,
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
  projectsync.Project.get("found", "prj_live");
  return { id: site.id };
};
`;

const { COOKIE: cookie, HEADER: header, WEIRD: weird, PLAIN: plain, SHORT: short } = SECRETS;
const VALUES: Readonly<Record<"cookie" | "header" | "weird" | "plain" | "short", string>> = {
  cookie,
  header,
  weird,
  plain,
  short,
};
const canary = (more: Partial<typeof VALUES> & { readonly fields?: object } = {}) => ({
  file: "canary.mjs",
  parameters: { ...VALUES, ...more },
});
/** What somebody else puts into the fields that are sensitive by nature. */
const theirs = {
  external_project_url: `https://bot:${OLD}@example.com/?key=${OLD}`,
  forwarded_headers: [{ name: "authorization", value: `Bearer ${OLD}` }],
  override_cache: [{ path: "/a", conditions: { request_headers: { values: { "x-key": OLD } } } }],
};
/** Somebody else's project, which the program only looks up. */
const live = { id: "prj_live", organization_id: "org_1", slug: "live", ...theirs };

beforeAll(async () => {
  await writeFile(join(installed().folder, "canary.mjs"), PROGRAM);
});

/** Neither what the user sees, nor the engine's events, nor the state. */
async function expectNothingShown(stack: Stack, reply: Reply): Promise<void> {
  expect(leaks(reply.text), reply.text).toEqual([]);
  expect(leaks(JSON.stringify(reply))).toEqual([]);
  // Ciphertext is random, and now and then has the four characters that every secret has.
  expect(leaks((await stack.state()).replaceAll(/"v1:[^"]+"/g, '""'))).toEqual([]);
}

async function expectDone(stack: Stack, operation: Promise<Reply>): Promise<void> {
  await expectNothingShown(stack, await succeed(operation));
}

it("secrets are in nothing that preview, up, refresh and destroy show or keep", async () => {
  await using emulator = await openEmulator({ token: TOKEN, seed: { projects: [live] } });
  await using stack = await openStack(installed(), emulator);
  await expectDone(stack, stack.preview(canary()));
  await expectDone(stack, stack.up(canary()));
  expect(await stack.state()).toContain('"slug":"live"');
  await ask(emulator, "POST /v1/projects/prj_1", { ...theirs, cookie_name: OLD, description: OLD });
  await expectDone(stack, stack.refresh());
  await expectDone(stack, stack.preview(canary()));
  const changed = canary({ weird: `${weird}2`, header: `${header}2`, plain: `${plain}2`, fields: { cache: true } });

  // The service does not carry out a part of the update: the state has what it stored.
  emulator.setHabits({ changes: { ignored: Object.keys(theirs) } });
  const ignored = await stack.up(changed);
  emulator.setHabits({});
  expect(ignored.failed).toBe(true);
  expect(ignored.text).toContain("did not store");
  await expectNothingShown(stack, ignored);

  await expectDone(stack, stack.up(changed));
  expect(await ask(emulator, "GET /v1/projects/prj_1")).toMatchObject({
    forwarded_headers: [{ name: "x-key", value: `${header}2` }],
  });
  // Nothing differs, and secrets do not make it differ.
  emulator.reset();
  await expectDone(stack, stack.up(changed));
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  await expectDone(stack, stack.destroy());
});

it("a token of the stack is not shown either, and one in the environment comes before it", async () => {
  await using emulator = await openEmulator({ token: TOKEN, seed: { projects: [live] } });
  await using stack = await openStack(installed(), emulator);
  stack.configure({ url: emulator.url, token: TOKEN, through: "stack" });
  await expectDone(stack, stack.up(canary()));
  expect(await stack.state()).toContain("projectsync:token");
  stack.configure({ url: emulator.url, token: OLD });
  const refused = await fail(stack.refresh());
  expect(refused.text).toContain("authentication_error");
  await expectNothingShown(stack, refused);
  stack.configure({ url: emulator.url, token: TOKEN });
  await expectDone(stack, stack.destroy());
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
  await writeFile(join(installed().folder, "canary.yaml"), `${lines.join("\n")}\n`);
  const environment = { COOKIE: cookie };
  const program = { file: "programs/project-file.ts", parameters: { path: "canary.yaml" }, environment };
  await using emulator = await openEmulator({ token: TOKEN });
  await using stack = await openStack(installed(), emulator);
  const fault = refusal(400, "invalid_request_error", [cookie]);
  const refusing = (method: "GET" | "POST", path: string): void =>
    emulator.setFaults({ faults: [{ method, path, times: "always", fault }] });
  refusing("POST", "/v1/projects/*/components");
  const up = await fail(stack.up(program));
  expect(up.text).toContain("(secret)");
  await expectNothingShown(stack, up);
  emulator.setFaults({});
  await expectDone(stack, stack.up(program));
  refusing("GET", "/v1/projects/**");
  const refresh = await fail(stack.refresh());
  await expectNothingShown(stack, refresh);
});
