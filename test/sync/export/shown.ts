import type { FaultSchedule, Seed } from "../../../emulator/start.ts";
import { always, answered, on } from "../../reconcile/scene.ts";
import { startExportWorld, type ExportWorld } from "./export-world.ts";

/** Of prj_1, which the service shows as given here, whatever it holds. */
export interface Shown {
  readonly project?: Readonly<Record<string, unknown>>;
  readonly components?: readonly Readonly<Record<string, unknown>>[];
  readonly domains?: readonly string[];
}

const SEED: Seed = { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] };

function showing({ project = {}, components, domains }: Shown): FaultSchedule {
  const record = { id: "prj_1", organization_id: "org_1", slug: "site", ...project };
  const list = (data: readonly unknown[]) => ({ object: "list", data, has_more: false });
  const answer = (path: string, body: unknown) => on(`GET ${path}`, answered(body), always);
  return {
    faults: [
      answer("/v1/projects", list([record])),
      answer("/v1/projects/prj_1", record),
      ...(components === undefined
        ? []
        : [answer("/v1/projects/prj_1/components", list(components.map((each, at) => ({ id: `pc_${at}`, ...each }))))]),
      ...(domains === undefined ? [] : [answer("/v1/projects/prj_1/domains", list(domains.map((name) => ({ name }))))]),
    ],
  };
}

/** An export of prj_1 as it is shown. */
export function startShowing(shown: Shown): Promise<ExportWorld> {
  return startExportWorld({ seed: SEED, faults: showing(shown) });
}
