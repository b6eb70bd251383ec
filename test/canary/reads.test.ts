import { symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkOut } from "../action/service.ts";
import { openService, runIn } from "./formats.ts";
import { leaks, TOKEN } from "./secrets.ts";

/* What the author of a project file could send to the service, or show, that is not theirs. */

const CANARY = "zq7x-of-the-runner";

const project = (reference: string): string => `version: 1
project:
  organization_id: org_1
  slug: site
  description: ${reference}
`;

const ALIASES: Readonly<Record<string, string>> = {
  ALIAS: TOKEN,
  PADDED: ` ${TOKEN}\n`,
  HEADER: `Bearer ${TOKEN}`,
  ENCODED: Buffer.from(`x:${TOKEN}`).toString("base64"),
  URL_WITH_TOKEN: `https://x.example/?t=${encodeURIComponent(TOKEN)}`,
  projectsync_token: TOKEN,
};
const CREDENTIALS = [
  "GITHUB_TOKEN",
  "gh_token",
  "NPM_TOKEN",
  "AWS_SECRET_ACCESS_KEY",
  "HTTPS_PROXY",
  "PULUMI_ACCESS_TOKEN",
];

describe.each(["text", "Action"] as const)("a project file, told of as %s", (format) => {
  it.each<[what: string, variables: Readonly<Record<string, string>>, told?: object]>([
    ["the token of the run under another name", ALIASES],
    [
      "credentials of other programs, which are in the jobs of CI",
      Object.fromEntries(CREDENTIALS.map((name) => [name, CANARY])),
      { inputs: { "allow-env": "" } },
    ],
  ])("cannot send or show %s", async (_what, variables, told) => {
    const environment = { ...variables, CI: told === undefined ? "" : "true" };
    await using emulator = await openService({ token: TOKEN });
    const files = Object.keys(variables).map((name, index) => [`${index}.yaml`, project(`{ env: ${name} }`)]);
    await using checkout = await checkOut(Object.fromEntries(files));
    for (const mode of ["validate", "plan", "apply"] as const) {
      const { code, everything } = await runIn(format, mode, emulator, { ...checkout, ...told, environment });
      expect(code).toBe(format === "Action" ? 1 : 3);
      expect(leaks(everything), mode).toEqual([]);
      for (const name of Object.keys(variables)) expect(everything).toContain(name);
    }
    expect(emulator.requests()).toEqual([]);
  });

  it("is not an endless device, which would be read for ever", async () => {
    await using emulator = await openService({ token: TOKEN });
    await using checkout = await checkOut({ "b.yaml": project("b") });
    await symlink("/dev/zero", path.join(checkout.folder, "a.yaml"));
    const { code, everything } = await runIn(format, "plan", emulator, { ...checkout, pattern: "a.yaml" });
    expect(code).toBe(format === "Action" ? 1 : 3);
    expect(everything).toMatch(/not a regular file|outside of the workspace/);
  });

  it("is not found through a link to a folder", async () => {
    await using emulator = await openService({ token: TOKEN });
    await using outside = await checkOut({ "secret.yaml": `${CANARY}: of another folder\n` });
    await using checkout = await checkOut({ "a.yaml": project("a") });
    await symlink(outside.folder, path.join(checkout.folder, "deep"));
    await symlink("/", path.join(checkout.folder, "root"));
    const { code, everything } = await runIn(format, "plan", emulator, { ...checkout, pattern: "**/*.yaml" });
    expect(code).toBe(0);
    expect(everything).not.toContain("secret.yaml");
  });
});

describe("the Action", () => {
  it.each(["link.yaml", "../outside.yaml"])("reads no file outside of the workspace: %s", async (pattern) => {
    await using emulator = await openService({ token: TOKEN });
    await using checkout = await checkOut({ "work/a.yaml": project("a") });
    await writeFile(path.join(checkout.folder, "outside.yaml"), `${CANARY}: of another folder\n`);
    const folder = path.join(checkout.folder, "work");
    await symlink("../outside.yaml", path.join(folder, "link.yaml"));
    const { code, everything } = await runIn("Action", "plan", emulator, { folder, pattern });
    expect(code).toBe(1);
    expect(everything).toContain("a file outside of the workspace");
    expect(leaks(everything)).toEqual([]);
  });
});
