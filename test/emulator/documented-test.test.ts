// The example of docs/jobs/test-with-the-emulator.md: the page is compared with this file.
import { readFileSync } from "node:fs";
// begin
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startEmulator } from "../../emulator/start.ts";
import { expect, it } from "vitest";

it("the file is what the service has after an apply", async () => {
  await using emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
  const env = { ...process.env, PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };

  await promisify(execFile)("node", ["cli/main.ts", "apply", "--yes", "test/emulator/documented-test.yaml"], { env });

  expect(emulator.state()).toMatchObject([{ project: { slug: "my-site" }, domains: [{ name: "www.example.com" }] }]);
});
// end

it("docs/jobs/test-with-the-emulator.md shows this test", () => {
  const page = readFileSync(new URL("../../docs/jobs/test-with-the-emulator.md", import.meta.url), "utf8");
  const [, code = ""] = readFileSync(import.meta.filename, "utf8").split(/^\/\/ (?:begin|end)\n/m);
  const shown = code
    .replace("../../emulator/start.ts", "projectsync/emulator")
    .replace('"node", ["cli/main.ts"', '"npx", ["--no-install", "projectsync"')
    .replace("test/emulator/documented-test.yaml", "projectsync.yaml");
  expect(page).toContain(`\`\`\`ts\n${shown}\`\`\``);
});
