import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { faultOf, type Service, type Told } from "./life.ts";
import { installWith, managers } from "./managers.ts";
import { go, ran } from "./pinned.ts";
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
const program = async () => {
  const site = new Project("site", { organizationId: "org_1", slug, description: "made in the lab", forceHttps: false });
  new ProjectComponent("ga4", { projectId: site.id, component: "edgee/ga4", settings: { measurement_id: "G-1" } });
  new Domain("www", { projectId: site.id, name: "www." + slug + ".example.com" });
};
const stack = await LocalWorkspace.createOrSelectStack({ stackName: "lab", projectName: "lab", program });
const onOutput = (text) => process.stdout.write(text);
const done = await (process.argv[2] === "destroy" ? stack.destroy({ onOutput }) : stack.up({ onOutput }));
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

/** `between` looks at the store while the objects are there, that is after each \`up\`. */
export async function upUpDestroy(options: {
  tarball: string;
  folder: string;
  slug: string;
  service: Service;
  between: () => Promise<string[]>;
}): Promise<Told> {
  const { tarball, folder, slug, service, between } = options;
  const node = await newestLongTerm();
  const [npm] = managers;
  if (npm === undefined) throw new Error("no npm");
  const installed = await installWith(npm, { folder, tarball });
  const told: Told = { faults: installed.faults, output: "", report: undefined };
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
  const step = async (operation: "up" | "destroy", expected: Record<string, number>): Promise<void> => {
    const result = await ran([node, "driver.mjs", operation], { cwd: folder, env, limit: 180 });
    told.output += result.output;
    const fault = faultOf(result);
    if (fault !== undefined) told.faults.push(`${operation}: ${fault}`);
    else if (!result.stdout.includes(`DONE ${JSON.stringify(expected)}`)) {
      told.faults.push(`${operation}: not ${JSON.stringify(expected)}: ${/DONE (.*)/.exec(result.stdout)?.[1]}`);
    }
  };
  // Three resources and the stack itself.
  await step("up", { create: 4 });
  told.faults.push(...(await between()));
  await step("up", { same: 4 });
  told.faults.push(...(await between()));
  await step("destroy", { delete: 4 });
  return told;
}
