import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { markdownTable } from "markdown-table";
import { startEmulator } from "../../emulator/start.ts";
import { withFixedDay } from "./play.ts";
import { startGitHub } from "../../test/action/github-stand-in.ts";

const HEAD = "4f1c2a9".padEnd(40, "0");
const FILE = `version: 1
project:
  organization_id: org_1
  slug: shop
components:
  edgee/meta-capi:
    settings:
      pixel_id: "1234"
      access_token: { secret: META_TOKEN }
domains:
  - www.example.com
  - { name: old.example.com, absent: true }
`;
const PROJECT = {
  organization_id: "org_1",
  slug: "shop",
  type: "proxy" as const,
  components: [
    {
      component_slug: "edgee/meta-capi",
      settings: { pixel_id: "99", access_token: "old-token" },
    },
  ],
  domains: [{ name: "old.example.com" }],
};

/** The comment that the Action writes on a pull request, from a run of it, as a quote: links and hidden marks are left out. */
export async function commentOfARun(): Promise<string> {
  await using emulator = await startEmulator({ seed: { projects: [PROJECT] } });
  await using github = await startGitHub({ pulls: [{ number: 7, head: HEAD }] });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-comment-"));
  const inRunner = (name: string): string => path.join(folder, "runner", name);
  try {
    await mkdir(path.join(folder, "checkout/sites"), { recursive: true });
    await mkdir(inRunner("temp"), { recursive: true });
    await writeFile(path.join(folder, "checkout/sites/shop.yaml"), FILE);
    await writeFile(inRunner("output"), "");
    await writeFile(inRunner("summary"), "");
    const repository = { id: 1, full_name: "acme/sites", default_branch: "main" };
    const pull = { number: 7, state: "open", base: { ref: "main" }, head: { sha: HEAD, repo: repository } };
    await writeFile(
      inRunner("event.json"),
      JSON.stringify({
        action: "synchronize",
        repository,
        pull_request: { ...pull, user: { login: "octocat", type: "User" } },
      }),
    );
    const inputs = {
      files: "sites/*.yaml",
      "base-url": emulator.url,
      token: emulator.token,
      "allow-env": "META_TOKEN",
      "github-token": "github-token-of-the-stand-in",
      // The checkout is no repository.
      "allow-outdated": "true",
    };
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "../../action/main.ts")], {
      cwd: path.join(folder, "checkout"),
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env["PATH"],
        META_TOKEN: "a-token-of-meta",
        GITHUB_ACTIONS: "true",
        GITHUB_OUTPUT: inRunner("output"),
        GITHUB_STEP_SUMMARY: inRunner("summary"),
        GITHUB_EVENT_PATH: inRunner("event.json"),
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_REF: "refs/pull/7/merge",
        GITHUB_ACTOR: "octocat",
        GITHUB_REPOSITORY: "acme/sites",
        GITHUB_WORKSPACE: path.join(folder, "checkout"),
        GITHUB_API_URL: github.url,
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_SHA: HEAD,
        GITHUB_RUN_ID: "100",
        GITHUB_RUN_ATTEMPT: "1",
        RUNNER_TEMP: inRunner("temp"),
        ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      },
    });
    child.stdout.resume();
    await once(child, "close");
    const [comment] = github.comments;
    if (comment === undefined) throw new Error("The Action wrote no comment");
    return asQuote(comment.body);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function asQuote(body: string): string {
  return withFixedDay(body)
    .replaceAll(/<!--.*?-->\n?/g, "")
    .replaceAll(/<\/?(?:a|sub)\b[^>]*>/g, "")
    .replaceAll(/^#+ (.*)$/gm, "**$1**")
    .replaceAll(/<\/?code>/g, "`")
    .replaceAll(/<\/?em>/g, "_")
    .replaceAll(/&#(\d+);/g, (_whole, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll(/(?:^\|.*\n)+/gm, aligned)
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** As the formatter writes a table. */
function aligned(table: string): string {
  const [head = [], , ...rows] = table
    .trimEnd()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return `${markdownTable([head, ...rows])}\n`;
}
