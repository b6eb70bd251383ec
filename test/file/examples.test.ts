import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import { defaultCatalogue } from "../../emulator/default-catalogue.ts";
import { findFiles } from "../../provider/file/find-files.ts";
import { good } from "./load.ts";

const root = resolve(import.meta.dirname, "../..");
const environment = { META_ACCESS_TOKEN: "a-token-of-meta", PREVIEW_HOST: "pr-1.preview.example.com" };
const { files, problems } = await findFiles(["examples/projects/*.yaml", "examples/preview/*.yaml"], root);

it("exist", () => expect(problems).toEqual([]));

it.each(files)("%s names the schema for editors, and components of the emulator's catalogue", async (name) => {
  const text = await readFile(resolve(root, name), "utf8");
  const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? "";
  expect(resolve(root, dirname(name), schema)).toBe(resolve(root, "schema/projectsync.schema.json"));
  const { project, components = [] } = good(text, { environment });
  expect(project.declared.organization_id).toBe("org_1");
  for (const { declared, absent } of components) {
    const found = defaultCatalogue.find(({ slug }) => slug === declared.component);
    expect(found).toBeDefined();
    if (absent) continue;
    const version = declared.version === "latest" ? found?.latest_version : declared.version;
    const fields = found?.versions?.[version ?? ""]?.dynamic_fields?.map((field) => field.name);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(declared.settings ?? {})));
  }
});
