import { describe, expect, it } from "vitest";
import { excerpt } from "../../core/api/answers.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { checkServiceSettings } from "../../cli/doctor/check-service-settings.ts";
import { play, projectFile } from "../action/service.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { startPlace } from "../cli/command-place.ts";
import { runCli } from "../cli/run-cli.ts";

/* P5: user names and passwords of URLs are in no message (test/api/user-info.test.ts: which texts have them). */

const PASSWORD = "live-password";

it.each([
  ["alone", `https://u:${PASSWORD}@h`],
  ["in a sentence", `cannot reach "https://u:it's-${PASSWORD}@h/x": refused`],
  ["of any length", `https://u:${`${PASSWORD}-`.repeat(10_000)}@h`],
  ["at the place where the text is cut", `${"x ".repeat(32_765)}https://u:${PASSWORD}@h`],
  ["with a tab between the slashes", `no: https:/\t/user:${PASSWORD}@h/x`],
  ["with a declared secret in it", `https://u:declared-secret-${PASSWORD}@h`],
])("are hidden %s", (_what, text) => {
  const { redact } = createRedaction(["declared-secret"]);
  expect(excerpt(text, redact)).not.toContain("live-pass");
});

it.each(["\n", "\t", "\r\n", " ", "  ", "\u00A0", "\u2028"])("are hidden with %j in them", (space) => {
  const { redact } = createRedaction([]);
  for (const text of [`no: https://u:${PASSWORD}${space}@h/x`, `no: https://u:${space}${PASSWORD}@h/x`])
    expect(excerpt(text, redact)).toBe("no: https://(sensitive)@h/x");
});

/** URLs with a password, and whether a message can show the host: else it shows no part of the value. */
const URLS: readonly (readonly [url: string, isShown: boolean])[] = [
  [`https://user:${PASSWORD}@host.example/x`, true],
  [`https://user:a ${PASSWORD}@host.example/x`, true],
  [`https://user:a'${PASSWORD}"@host.example/x`, false],
];

describe.each(URLS)("of %s", (url, isShown) => {
  const written = JSON.stringify(url);

  it.each([
    ["slug", projectFile(written)],
    ["organization", `version: 1\nproject:\n  organization_id: ${written}\n  slug: a\n`],
    ["id", projectFile("a", `  id: ${written}\n`)],
    ["type", projectFile("a", `  type: ${written}\n`)],
    ["log_severity", projectFile("a", `  log_severity: ${written}\n`)],
    ["force_https", projectFile("a", `  force_https: ${written}\n`)],
    ["trusted_ips", projectFile("a", `  trusted_ips: [${written}]\n`)],
    ["a number", projectFile("a", `  trusted_ips: ${written}\n`)],
    ["rate_limiting", projectFile("a", `  rate_limiting: [{ rank: ${written} }]\n`)],
    ["a field", projectFile("a", `  ${written}: 1\n`)],
    ["a field in extra", projectFile("a", `  extra: { ${written}: "\${NAME}" }\n`)],
    ["a component", projectFile("a", `components:\n  ${written}: {}\n`)],
    ["a component's version", projectFile("a", `components:\n  edgee/ga4: { version: { env: URL } }\n`)],
    ["a component's setting", projectFile("a", `components:\n  edgee/ga4: { settings: { ${written}: 1 } }\n`)],
    ["a host name", projectFile("a", `domains: [${written}]\n`)],
    ["a glob", projectFile("a", `ignore: { domains: [${written}, "*"] }\n`)],
    ["a variable", projectFile("a", `  description: { env: ${written} }\n`)],
  ])("no message about %s in a project file shows them", async (_what, file) => {
    const step = { environment: { URL: url }, inputs: { "allow-env": "URL" }, mode: "plan" };
    const { everything } = await play({ "a.yaml": file }, step);
    expect(everything).toMatch(/a\.yaml|edgee/);
    expect(everything).not.toContain(PASSWORD);
  });

  it.each([
    ["type", `project.type: must be one of proxy, ai_analytics, mcp; got "https://(sensitive)@host.example/x"`],
    [
      "slug",
      `project.slug: must be letters, digits and . _ ~ -, without a leading dot; got "https://(sensitive)@host.example/x"`,
    ],
  ])("the message about %s shows the host", async (field, message) => {
    const text = field === "slug" ? projectFile(written) : projectFile("a", `  ${field}: ${written}\n`);
    const { stdout } = await play({ "a.yaml": text }, { mode: "validate" });
    expect(stdout.includes(message)).toBe(isShown);
    expect(stdout.includes("host.example")).toBe(isShown);
  });

  it.each(
    [
      ["--" + url],
      [url],
      ["plan", url],
      ["plan", `${url}*.yaml`],
      ["plan", "--organizations", url, "x.yaml"],
      ["plan", "--only", url, "examples/projects/shop.yaml"],
      ["plan", "--only", `!${url}`, "x.yaml"],
      ["plan", "--prune", url, "x.yaml"],
      ["plan", "--allow-env", url, "x.yaml"],
      ["plan", "--out", url, "x.yaml"],
      ["plan", `--parallelism=${url}`, "x.yaml"],
      ["apply", "--plan", url, "x.yaml"],
      ["apply", "--engine", "pulumi", "--stack", url, "x.yaml"],
      ["component", url],
      ["emulator", "--profile", url],
      ["emulator", "--seed", url],
      ["sweep", "--domains", url, "x.yaml"],
      ["sweep", "--domains", "pr-{number}.example.com", "--keep", url, "x.yaml"],
      ["init", "--slug", url, "--organization", url, "--domain", url, "--component", url, "x.yaml"],
      ["export", "--organization", url, "--slug", url],
      ["export", "--format", url],
    ].flatMap((words) => [words, [...words, "--json"]].map((each) => ({ words: each }))),
  )("no message about the arguments $words shows them", async ({ words }) => {
    const { code, stdout, stderr } = await runCli(words, {
      PROJECTSYNC_TOKEN: "a-token-of-a-run",
      PROJECTSYNC_BASE_URL: "https://127.0.0.1:1",
    });
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  it("no message about an input of the Action shows them", async () => {
    const names = [
      "mode",
      "only",
      "organizations",
      "prune",
      "label",
      "stack",
      "working-directory",
      "allow-env",
      "files",
    ];
    for (const name of names) {
      const { everything } = await play({ "a.yaml": projectFile("a") }, { mode: "validate", inputs: { [name]: url } });
      expect(everything).not.toContain(PASSWORD);
    }
  });
});

it("are hidden in a part of an argument", async () => {
  const list = `org_1,https://user:${PASSWORD}@host.example/x`;
  for (const words of [["--organizations", list], [list]].flatMap((each) => [each, [...each, "--json"]])) {
    const { stdout, stderr } = await runCli(["plan", ...words]);
    expect(stdout + stderr).toContain("https://(sensitive)@host.example/x");
    expect(stdout + stderr).not.toContain(PASSWORD);
  }
});

it("are hidden in a variable of the environment", async () => {
  const environment = {
    PROJECTSYNC_TOKEN: "a-token-of-a-run",
    PROJECTSYNC_BASE_URL: "https://127.0.0.1:1",
    PROJECTSYNC_AUTOMATIC_DOMAINS: `https://user:${PASSWORD}@host.example/x`,
  };
  for (const more of [[], ["--json"]]) {
    const { stdout, stderr } = await runCli(["export", "--id", "prj_1", ...more], environment);
    expect(stdout + stderr).toContain("https://(sensitive)@host.example/x");
    expect(stdout + stderr).not.toContain(PASSWORD);
  }
});

it("are hidden in what the catalogue says, in NO_PROXY, in a key of a setting and in links", async () => {
  const url = `https://user:${PASSWORD}@host.example/x`;
  const named = { ...catalogueEntry("acme/ads", [{ name: "key", title: url, options: [url] }]), description: url };
  await using place = await startPlace({ seed: { catalogue: [named] } });
  const proxy = { HTTPS_PROXY: "http://proxy.example", NO_PROXY: url, PROJECTSYNC_BASE_URL: "https://service.example" };
  const texts = [
    (await place.run(["component", "acme/ads"])).stdout,
    (await place.run(["component", "acme/ads", "--json"])).stdout,
    JSON.stringify(checkServiceSettings({ environment: proxy })),
  ];
  for (const text of texts) {
    expect(text).toContain("(sensitive)@host.example");
    expect(text).not.toContain(PASSWORD);
  }
  const file = projectFile(
    "a",
    `components:\n  edgee/ga4: { settings: { measurement_id: { ${JSON.stringify(url)}: 1 } } }\n`,
  );
  const environment = { GITHUB_SERVER_URL: url, GITHUB_RUN_ID: "7", GITHUB_RUN_ATTEMPT: "1" };
  const { everything } = await play({ "a.yaml": file }, { mode: "plan", environment });
  expect(everything).toContain("host.example");
  expect(everything).not.toContain(PASSWORD);
});

it.each(["https:", "https://", String.raw`HTTPS:\\`])("are hidden in a key that is a URL: %s", async (scheme) => {
  await using place = await startPlace();
  await place.write("a.yaml", projectFile("s", `  ${JSON.stringify(`${scheme}usr:${PASSWORD}@h.example`)}: 1\n`));
  const { code, stderr } = await place.run(["validate", "a.yaml"]);
  expect(code).toBe(3);
  expect(stderr).toContain("(sensitive)@h.example: unknown field");
  expect(stderr).not.toContain(PASSWORD);
});
