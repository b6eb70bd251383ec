import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "rolldown";
import { z } from "zod";

const NOTICES = "THIRD-PARTY-NOTICES.txt";

const manifestSchema = z.looseObject({ name: z.string(), version: z.string(), license: z.string() });

/**
 * Writes the licences of all packages in a bundle beside it, under a title, from the modules that are really in it. The build fails if a
 * package has no licence text, or is bundled in two versions.
 */
export function licenseNotices(title: string): Plugin {
  return {
    name: "license-notices",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
      const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []));
      const packages = [...folders].map(readPackage).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const twice = packages.find(({ name }, index) => packages[index + 1]?.name === name);
      if (twice !== undefined)
        throw new Error(`The bundle has two versions of ${twice.name}. Add an override for one.`);
      const parts = packages.map(
        ({ name, version, license, text }) => `${"-".repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`,
      );
      const source = `${title}\n\n${parts.join("\n")}`;
      this.emitFile({ type: "asset", fileName: NOTICES, source });
    },
  };
}

/** The folder of the package that a module belongs to. `undefined` for our own modules. */
function packageFolder(id: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
}

function readPackage(folder: string) {
  const { name, version, license } = manifestSchema.parse(
    JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")),
  );
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)/i.test(file));
  if (!files.some((file) => /^licen/i.test(file))) throw new Error(`${name} has no licence text.`);
  const texts = files.toSorted().map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  return { name, version, license, text: texts.join("\n\n").replaceAll("\r\n", "\n") };
}
