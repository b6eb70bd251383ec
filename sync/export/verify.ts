import type { Client } from "../../provider/api/client.ts";
import { loadFile, type LoadOptions } from "../../provider/file/load-file.ts";
import { fileText, type FileData } from "../../provider/file/write-file.ts";
import { type Fields, isObject } from "../../provider/resources/json.ts";
import { environmentOf, secretsIn, type Draft } from "./draft.ts";
import { isChange } from "../plan/plan.ts";
import { plan } from "../plan/planner.ts";

export type Settled = { readonly data: FileData; readonly notes: readonly string[] } | { readonly reason: string };

/**
 * Leaves out of a draft what a file cannot say: the file that remains loads, and plans to nothing. Found out by doing both, with the
 * secrets as they are and with none of them, for nothing else knows all the rules. `client` reads what was read already.
 */
export async function settleDraft({ data, secrets }: Draft, client: Client): Promise<Settled> {
  const environment = environmentOf(secrets);
  const objection = async (tried: FileData): Promise<string | undefined> => {
    const whole = await firstObjection(tried, { environment, missingVariables: "error" }, client);
    if (whole !== undefined || secretsIn(tried, secrets).length === 0) return whole;
    return firstObjection(tried, { environment: {}, missingVariables: "tolerate" }, client);
  };
  if ((await objection(data)) === undefined) return { data, notes: [] };

  const { organization_id, slug, id, ...fields } = data.project;
  const key = { organization_id, slug, ...(id === undefined ? {} : { id }) };
  const wrong = await objection({ project: key });
  if (wrong !== undefined) return { reason: `its organization and slug cannot be declared: ${wrong}` };
  const notes: string[] = [];
  const leaveOut = (at: string, why: string): void => void notes.push(`${at} is left out: ${why}`);

  // One after the other, for some exclude each other.
  let project: Fields = key;
  for (const [name, value] of Object.entries(fields)) {
    const why = await objection({ project: { ...project, [name]: value } });
    if (why === undefined) project = { ...project, [name]: value };
    else leaveOut(`project.${name}`, why);
  }
  const sections = { ...(await settleComponents()), ...(await settleDomains()) };
  const settled = { project, ...sections };
  const left = await objection(settled);
  return left === undefined ? { data: settled, notes } : { reason: left };

  async function settleComponents(): Promise<Pick<FileData, "components">> {
    if (data.components === undefined) return {};
    const components: Record<string, Fields> = {};
    for (const [name, whole] of Object.entries(data.components)) {
      const tried = (component: Fields): Promise<string | undefined> =>
        objection({ project: key, components: { [name]: component } });
      if ((await tried(whole)) === undefined) {
        components[name] = whole;
        continue;
      }
      const pin = whole["id"] === undefined ? {} : { id: whole["id"] };
      const why = await tried(pin);
      if (why !== undefined) {
        notes.push(`The section components is left out, for ${name} cannot be declared: ${why}`);
        return {};
      }
      components[name] = await settleComponent(`components.${name}`, whole, pin, tried);
    }
    return { components };
  }

  async function settleComponent(
    at: string,
    whole: Fields,
    pin: Fields,
    tried: (component: Fields) => Promise<string | undefined>,
  ): Promise<Fields> {
    let kept = pin;
    for (const [name, value] of Object.entries(whole)) {
      if (name === "id") continue;
      if (name === "settings" && isObject(value)) {
        const settings: Record<string, unknown> = {};
        for (const [setting, content] of Object.entries(value)) {
          const why = await tried({ ...kept, settings: { [setting]: content } });
          if (why === undefined) settings[setting] = content;
          else leaveOut(`${at}.settings.${setting}`, why);
        }
        if (Object.keys(settings).length > 0) kept = { ...kept, settings };
        continue;
      }
      const why = await tried({ ...kept, [name]: value });
      if (why === undefined) kept = { ...kept, [name]: value };
      else leaveOut(`${at}.${name}`, why);
    }
    return kept;
  }

  async function settleDomains(): Promise<Pick<FileData, "domains">> {
    if (data.domains === undefined) return {};
    const why = await objection({ project: key, domains: data.domains });
    if (why === undefined) return { domains: data.domains };
    notes.push(`The section domains is left out: ${why}`);
    return {};
  }
}

/** Why the file would not be taken, or would change something; without a value. */
async function firstObjection(data: FileData, options: LoadOptions, client: Client): Promise<string | undefined> {
  const { file, problems } = loadFile("export.yaml", fileText(data), options);
  if (file === undefined) return problems.find(({ level }) => level === "error")?.message ?? "it cannot be read back";
  const { plan: planned } = await plan([file], client);
  const problem = planned.problems.find(({ level }) => level === "error");
  if (problem !== undefined) return problem.message;
  const change = planned.items.find(isChange);
  if (change === undefined) return undefined;
  const fields = change.changes.map(({ path }) => path).join(", ");
  return change.reason ?? `a plan would still ${change.action} ${change.key}${fields === "" ? "" : ` (${fields})`}`;
}
