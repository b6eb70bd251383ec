import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { playPulumi } from "../../scripts/documents/pulumi.ts";
import { repository } from "./harness/repository.ts";
import { installed } from "./harness/scene.ts";

it("the documents show what Pulumi prints. Run npm run docs if they do not", async () => {
  const folder = path.join(repository, "docs/jobs");
  const pages = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), "utf8")));
  const text = pages.join("\n");
  for (const [name, part] of await playPulumi(installed())) {
    expect(text).toContain(`<!-- ${name} -->\n\n${part}\n\n<!-- end -->`);
  }
});
