import { describe, expect, it } from "vitest";
import { readRefusal } from "../../core/api/read-refusal.ts";
import { excerpt, gatewaysOf } from "../../core/api/answers.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { loadFile } from "../../core/file/load-file.ts";
import { play, projectFile } from "../action/service.ts";
import { startPlace } from "../cli/command-place.ts";
import { runCli } from "../cli/run-cli.ts";
import { startWith } from "../sync/world.ts";

/*
 * P4: tokens of the run are never in any output; a declared `{ secret }` is in none, as it is or in a usual encoding
 * (test/api/redaction.test.ts: the encodings).
 */

const TOKEN = "tk+9f31/aVeryLongToken==";
const LONG_TOKEN = `eyJ${"x7Kq".repeat(200)}`;

describe.each([TOKEN, LONG_TOKEN])("a token as an argument is in no message", (token) => {
  it.each(
    [
      token,
      `plan --${token}`,
      `plan --prune ${token} x.yaml`,
      `plan --max-deletes ${token} x.yaml`,
      `plan --allow-env ${token} x.yaml`,
      `plan --only ${token} x.yaml`,
      `plan --fail-on ${token} x.yaml`,
      `plan --parallelism ${token} x.yaml`,
      `plan ${token}`,
      `plan ${token}/x.yaml`,
      `apply --plan ${token} x.yaml`,
      `apply --plan a/${token} --yes x.yaml`,
      `plan --out no/${token} x.yaml`,
      `component ${token}`,
      `component a/${token}`,
      `emulator --profile ${token}`,
      `emulator --seed ${token}`,
      `emulator --port ${token}`,
      `sweep --domains ${token}`,
      `init --${token}`,
      `export --format ${token}`,
      `export --organization o --organization ${token}`,
    ].flatMap((line) => [line, `${line} --json`]),
  )("%s", async (line) => {
    const environment = { PROJECTSYNC_TOKEN: token, PROJECTSYNC_BASE_URL: "https://127.0.0.1:1" };
    const { code, stdout, stderr } = await runCli(line.split(" "), environment);
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toContain(token.slice(3, 20));
  });
});

describe("the token that the service quotes in base64", () => {
  const token = "tok-Zq8/w3+Xk9=Lm";
  const base64 = (text: string): string => Buffer.from(text).toString("base64");

  it.each([
    ["of a URL", base64(encodeURIComponent(token))],
    ["of base64", base64(base64(`user:${token}`))],
    ["of JSON", base64(JSON.stringify({ token }).replaceAll("/", String.raw`\/`))],
  ])("is in no message: base64 %s", (_what, message) => {
    const { redactOfService } = createRedaction([token]);
    const body = JSON.stringify({ error: { message } });
    const shown = readRefusal(body, (text) => excerpt(text, redactOfService)).message;
    expect(shown).toMatch(/^\w{0,16}\(secret\)[\w=]{0,12}$/);
  });
});

describe("a secret that the service quotes", () => {
  const { add, redact } = createRedaction([]);
  const long = "s3cr/t+Value==".repeat(2_000);
  add(["s3cr3t.value.end.", long]);
  const show = (text: string) => excerpt(text, redact);

  it("is not shown if it ends with a full stop", () => {
    const { message } = readRefusal(JSON.stringify({ errors: [{ message: "bad s3cr3t.value.end." }, "other"] }), show);
    expect(message).toBe("bad (secret); other");
  });

  it.each([encodeURIComponent, JSON.stringify, (text: string) => text])("is not shown if it is very long", (write) => {
    expect(show(`${" ".repeat(60_000)}bad ${write(long)} end`)).not.toContain("s3cr");
  });

  it("is not shown in the name of a gateway", () => {
    expect(gatewaysOf({ statusCode: 200, headers: { server: `${"x".repeat(70)}${long}` } }, redact)).not.toContain(
      "s3cr",
    );
  });
});

describe.each([12, 70, 107, 150, 900, 1100])(
  "a declared secret of %i characters that a project file repeats",
  (length) => {
    const secret = "Zx9qW2".repeat(length).slice(0, length);
    const declared = "  extra: { hook: { secret: S } }\n";
    const environment = { S: secret };

    it.each([
      ["a host name", projectFile("a", `${declared}domains: ["a_b.${secret}"]\n`)],
      ["the path of a host name", projectFile("a", `${declared}domains: ["a.example/${secret}"]\n`)],
      ["a type", projectFile("a", `${declared}  type: "${secret}"\n`)],
      ["a key that has a rule", projectFile("a", `${declared}components: { "${"x".repeat(960)}${secret}": {} }\n`)],
      ["a short key that has a rule", projectFile("a", `${declared}components: { "?${secret}": {} }\n`)],
      ["a version", projectFile("a", `${declared}components: { edgee/ga4: { version: "${secret}" } }\n`)],
      [
        "a version behind other text",
        projectFile("a", `${declared}components: { edgee/ga4: { version: "${"x".repeat(930)}${secret}" } }\n`),
      ],
      ["a glob", projectFile("a", `${declared}ignore: { domains: ["${secret}!"] }\n`)],
      ["an id", projectFile("a", `${declared}  id: "${secret}/"\n`)],
    ])("is in no message, whole or in part: %s", async (_what, file) => {
      const step = { environment, inputs: { "allow-env": "S" }, mode: "plan" };
      const { everything } = await play({ "a.yaml": file }, step);
      // The path of a problem has names, which are not secret, and the mask of the runner has the secret.
      const masked = everything
        .split("\n")
        .filter((line) => !/^::add-mask::|^\s*"path":/.test(line))
        .map((line) => line.replaceAll(/components\.[^:]*:/g, ""));
      expect(masked.join("\n")).not.toContain(secret.slice(0, 12));
    });
  },
);

it("secrets of an invalid file are known, so that its problems can lose them", () => {
  const text = projectFile("a", `  type: x\n  extra: { hook: { secret: S } }\n`);
  const options = { environment: { S: "a-secret-value" }, missingVariables: "error" } as const;
  expect(loadFile("a.yaml", text, options)).toMatchObject({ secrets: ["a-secret-value"], problems: [{}] });
});

it("a declared secret that is a URL with user info is in no live value of another field", async () => {
  const secret = "https://user:pass@h.example/hook/T0004/XyZqPw99";
  const hook = "[{ name: X-Hook, value: { secret: HOOK } }]";
  for (const description of [
    secret,
    `see ${secret} now`,
    JSON.stringify({ a: secret }),
    secret.replaceAll("/", "\\/"),
  ]) {
    await using world = await startWith(
      { "a.yaml": projectFile("a", `  description: new\n  forwarded_headers: ${hook}\n`) },
      { seed: { projects: [{ organization_id: "org_1", slug: "a", description }] } },
    );
    const report = JSON.stringify(await world.run("plan", { environment: { HOOK: secret } }));
    expect(report).toContain("(secret)");
    expect(report).not.toContain("XyZqPw99");
  }
});

it("a secret in base64 right after a backslash is hidden", () => {
  const { add, redact } = createRedaction([]);
  add(["}Sret-123456"]);
  const encoded = Buffer.from("}Sret-123456").toString("base64");
  expect(redact(`DOMAIN\\${encoded}`)).toBe("DOMAIN\\(secret)");
});

describe("a secret right after a %, as in a query", () => {
  it.each([
    ["in base64", "wecret-12345678", (secret: string) => Buffer.from(secret).toString("base64")],
    ["in JSON", 'ab"cdefgh12345678', (secret: string) => JSON.stringify(secret).slice(1, -1)],
  ])("is hidden %s", (_how, secret, written) => {
    const { add, redact } = createRedaction([]);
    add([secret]);
    expect(redact(`LIKE '%${written(secret)}%'`)).toBe("LIKE '%(secret)%'");
  });
});

it("the name of a file or folder that a command writes shows no token", async () => {
  await using place = await startPlace({
    seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] },
  });
  const token = place.environment["PROJECTSYNC_TOKEN"] ?? "";
  const words = [
    ["export", "--organization", "org_1", "--out", token],
    ["export", "--organization", "org_1", "--out", `${token}-2`, "--json"],
    ["init", "--organization", "org_1", "--slug", "new", `${token}.yaml`],
  ];
  for (const each of words) {
    const { code, stdout, stderr } = await place.run(each);
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(token);
  }
});
