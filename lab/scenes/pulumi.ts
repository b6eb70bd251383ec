import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { faultOf, type Service, type Told } from "./life.ts";
import { installWith, managers } from "./managers.ts";
import { go, ran, type Ran } from "./pinned.ts";
import { newestLongTerm } from "./runtimes.ts";

/* A small program on the newest Pulumi engine: up, up again, destroy. */

export const ENGINE = "v3.276.0";

/*
 * The host of the language is in no registry that is asked here: the program runs in the driver's own process, as Pulumi's
 * Automation API offers it.
 */
const DRIVER = `import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { Domain, Project, ProjectComponent } from "projectsync";

const slug = process.env.SLUG;
const [, , operation, suffix = "", continueOnError] = process.argv;
const program = async () => {
  const site = new Project("site" + suffix, { organizationId: "org_1", slug, description: "made in the lab", forceHttps: false });
  new ProjectComponent("ga4" + suffix, { projectId: site.id, component: "edgee/ga4", settings: { measurement_id: "G-1" } });
  new Domain("www" + suffix, { projectId: site.id, name: "www." + slug + ".example.com" });
};
const stack = await LocalWorkspace.createOrSelectStack({ stackName: "lab", projectName: "lab", program });
const onOutput = (text) => process.stdout.write(text);
const done = await (operation === "destroy"
  ? stack.destroy({ onOutput })
  : stack.up({ onOutput, continueOnError: continueOnError !== undefined }));
console.log("DONE " + JSON.stringify(done.summary.resourceChanges));
`;

/** The folder of the program `pulumi`. */
export async function engine(): Promise<string> {
  const program = await go({
    module: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    version: ENGINE,
    program: "pulumi",
    stamp: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
    replace: "github.com/atotto/clipboard=github.com/tgummerer/clipboard@v0.0.0-20241001131231-d02d263e614e",
  });
  return dirname(program);
}

interface Setting {
  tarball: string;
  folder: string;
  slug: string;
  service: Service;
  /** Looks at the store while the objects are there: what is wrong in it. */
  stored: () => Promise<string[]>;
}

async function prepared({ tarball, folder, slug, service }: Setting): Promise<{
  told: Told;
  driver: (...args: string[]) => Promise<Ran>;
}> {
  const node = await newestLongTerm();
  const [npm] = managers;
  if (npm === undefined) throw new Error("There is no manager.");
  const installed = await installWith(npm, { folder, tarball });
  // Pulumi prints no report of ours: what `stored` says is compared.
  const told: Told = { faults: installed.faults, output: "", report: { items: [] } };
  writeFileSync(join(folder, "driver.mjs"), DRIVER);
  mkdirSync(join(folder, "state"), { recursive: true });
  const sdk = join(folder, "node_modules/@pulumi/pulumi");
  const env = {
    // The host of dynamic resources lies in the SDK.
    PATH: [dirname(node), await engine(), sdk, process.env["PATH"] ?? ""].join(":"),
    HOME: folder,
    PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "lab",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PROJECTSYNC_BASE_URL: service.url,
    PROJECTSYNC_TOKEN: service.token,
    SLUG: slug,
  };
  const driver = async (...args: string[]): Promise<Ran> => {
    const result = await ran([node, "driver.mjs", ...args], { cwd: folder, env, limit: 180 });
    told.output += result.output;
    return result;
  };
  return { told, driver };
}

function isNot({ code, stdout, output }: Ran, expected: Record<string, number>): string[] {
  const fault = faultOf({ code, output });
  if (fault !== undefined) return [fault];
  const counts = /^DONE (.*)/m.exec(stdout)?.[1];
  return counts === JSON.stringify(expected) ? [] : [`not ${JSON.stringify(expected)}: ${counts}`];
}

export async function upUpDestroy(setting: Setting): Promise<Told> {
  const { told, driver } = await prepared(setting);
  // Three resources and the stack itself.
  told.faults.push(...isNot(await driver("up"), { create: 4 }), ...(await setting.stored()));
  told.faults.push(...isNot(await driver("up"), { same: 4 }), ...(await setting.stored()));
  told.faults.push(...isNot(await driver("destroy"), { delete: 4 }));
  return told;
}

/** All three have other names in the program, and no `aliases`. The creates must be refused, and nothing may go. */
export async function renamedWithoutAliases(setting: Setting): Promise<Told> {
  const { told, driver } = await prepared(setting);
  told.faults.push(...isNot(await driver("up"), { create: 4 }), ...(await setting.stored()));
  const { code } = await driver("up", "-other", "continue-on-error");
  if (code !== 1) told.faults.push(`the second up ends with exit code ${code}`);
  told.faults.push(...(await setting.stored()));
  return told;
}
