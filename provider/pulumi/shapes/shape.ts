import { z } from "zod";
import type { Part } from "../../reconcile/snapshot.ts";
import type { Step } from "../../reconcile/step.ts";
import type { View } from "../../reconcile/view.ts";
import type { Fields } from "../../resources/json.ts";
import type { Change, KindName } from "../../resources/kind.ts";
import { PROFILE, PROFILE_RULE } from "../configuration.ts";
import type { Connection } from "../connection.ts";
import { fieldsToService } from "../naming.ts";
import type { WriteTarget } from "../write-guard.ts";

/**
 * How a resource kind appears in Pulumi: its inputs, ids and outputs. An operation does not know what its live record is: only the shape and
 * its bindings open it.
 */
export interface Shape<Live extends object = object> {
  readonly name: KindName;
  /** Every input by the service's names: what is declared, the address, and options. Unknown inputs are refused. */
  readonly inputs: z.ZodObject;
  /** Schema of the inputs that are declared. */
  readonly declared: z.ZodObject;
  /** Names of the inputs that the service cannot change in place. */
  readonly fixedNames: readonly string[];
  /** Names one object in messages. */
  subject(inputs: Fields): string;
  /** The last part of an object's key in a plan, and a project's whole key. */
  nameIn(inputs: Fields): string;
  /** The service's id, the project's, and the inputs that the Pulumi id tells. Throws if it is not an id of this kind. */
  parseId(id: string): { readonly id: string; readonly projectId: string; readonly inputs: Fields };
  /**
   * What is known about one resource, with what the catalogue says about it. `written`: for a write, the inputs that
   * this resource wrote last, none for a create. A value that the service hides can only be compared with these.
   * From here on no message shows the secrets among the inputs: call it before anything is sent, because an answer that quotes a secret is
   * shortened, and half a secret would not be found afterwards.
   */
  bind(connection: Connection, inputs: Fields, written?: Fields): Promise<Binding<Live>>;
  /** Outputs besides the inputs, in camel case. No name is an input's. */
  outputs(live: Live): Fields;
  /** Inputs in their final form, and what is wrong with them beyond their types. `olds` are the earlier inputs, if any. */
  resolve(
    connection: Pick<Connection, "catalogue" | "ifExists">,
    inputs: Fields,
    olds: Fields,
  ): Promise<ResolvedInputs>;
  /** Waits for what the inputs say after a write, if they say so. */
  awaitReady(connection: Connection, inputs: Fields, live: Live): Promise<Ready<Live>>;
}

/** An object after a wait. `missing`: why that failed. */
export interface Ready<Live extends object = object> {
  readonly live: Live;
  readonly missing?: Error;
}

/**
 * A resource in an operation: how its object is found and addressed, and what may be shown of it. Its functions take the service's id,
 * which for a domain is its host name in canonical form.
 */
export interface Binding<Live extends object = object> {
  readonly shape: Shape<Live>;
  readonly connection: Connection;
  /** By the service's names. */
  readonly inputs: Fields;
  /** The id in Pulumi, from the service's. */
  pulumiId(id: string): string;
  idOf(live: Live): string;
  /** The object, read by its id or name. `undefined` only if the service itself says that it is gone, and its project is not. */
  read(view: View, id: string): Live | undefined;
  /** The same for an object that no resource has: some services show a host name in any project. */
  foreign(view: View, id: string): Live | undefined;
  /** Where a read of the object by its id or name is kept. */
  part(id: string): Part;
  /** What the list shows of the object. */
  listed(view: View, id: string): Live | undefined;
  /** A record of the object with some fields. */
  record(fields: Fields, id: string): Live;
  /** Whether the field is a secret: the service may show it in a form of its own. */
  isHidden(path: string): boolean;
  /**
   * The inputs for the state after a write that was not carried out as declared: without those that are or may be secrets, because either
   * value may be live. So they are newly declared, and the next update sends them. The same inputs if there are none.
   */
  withoutSecrets(live: Live): Fields;
  /** The live object as inputs, without values that may be secret. For an object that is not declared. */
  observe(live: Live): Fields;
  /** Values of the live object that no message may show: the service may quote them, too. */
  secretsIn(live: Live): readonly string[];
  /** What inputs declare of the object. Throws if they are not valid: another version may have written them into the state. */
  declare(inputs: Fields): Declaration<Live>;
}

/** What inputs declare, beside what is live. */
export interface Declaration<Live extends object = object> {
  /** The declared inputs, parsed. */
  readonly fields: object;
  /**
   * The object with the natural key, or with the one that it had before, in the service's lists. Throws AmbiguousError for several, and if it
   * is not certain.
   */
  find(view: View): Live | undefined;
  /** Whether a live object, read by its id, has such a key: a list that lags may have shown another state. */
  hasKey(live: Live): boolean;
  /**
   * What is to be written: a create if nothing is live. `undefined` if nothing differs. Throws SecretAtRiskError. `resends`: with the
   * secrets that the service hides, if the inputs declare other settings than those that were written.
   */
  step(live: Live | undefined, resends: boolean): Step | undefined;
  /** Paths of undeclared fields that an update took the value of. */
  lost(step: Step, before: object, after: object): readonly string[];
  /** Throws if the object may not be written as declared. Call it before each write: only then it is known what is live. */
  checkWrite(live: Live | undefined): void;
  /** Declared fields that differ, and the hidden secrets that a write sends. */
  compare(live: Live): readonly Change[];
  /** Declared fields that differ from the live object, without values that may not be shown. */
  drift(live: Live): readonly Change[];
}

export interface ResolvedInputs {
  readonly inputs: Fields;
  /** `path` by the service's names. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** What a create does if an object with the same natural key exists. */
export const ifExists = z.enum(["fail", "adopt"]).optional();

/** What a create does with these inputs. */
export function ifExistsOf({ if_exists: choice }: Fields, connection: Pick<Connection, "ifExists">): unknown {
  return choice ?? connection.ifExists;
}

/** Paths of the inputs that the program marks as secrets, which the constructor adds. */
export const secretInputs = z.array(z.string()).optional();

/** The account that the resource uses. Plain text, kept in the state: a deletion gets nothing else. */
export const profile = z.string().regex(PROFILE, PROFILE_RULE).optional();

/** The id of the one object to adopt, if the inputs have one. */
export function pinnedId({ adopt_id: id }: Fields): string | undefined {
  return typeof id === "string" ? id : undefined;
}

/** The inputs by the service's names. Other properties (`__provider`, outputs) are left out. */
export function inputsOf(shape: { readonly inputs: z.ZodObject }, properties: Fields): Fields {
  return fieldsToService(shape.inputs, properties);
}

/** The declared inputs, as the schema of a kind parses them. */
export function declaredOf<Schema extends z.ZodObject>(schema: Schema, inputs: Fields): z.infer<Schema> {
  const parsed = schema.safeParse(declaredFields({ declared: schema }, inputs));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The inputs are not valid: ${issues.join("; ")}.`);
}

/** The declared inputs, as they are. */
export function declaredFields({ declared }: { readonly declared: z.ZodObject }, inputs: Fields): Fields {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => Object.hasOwn(declared.shape, name)));
}

/** Whether a create adopts an object that exists. */
export function adopts({ connection, inputs }: Binding): boolean {
  return ifExistsOf(inputs, connection) === "adopt" || pinnedId(inputs) !== undefined;
}

/** Names an object among the claims of an update: `kind id`, with the id in Pulumi. */
export function claimOf(binding: Binding, id: string): string {
  return `${binding.shape.name} ${binding.pulumiId(id)}`;
}

/** The object that the inputs describe, for the guard of a run. `id`: the service's. */
export function writeTarget({ shape, inputs }: Binding, id?: string): WriteTarget {
  const { project_id: projectId } = inputs;
  const project = typeof projectId === "string" ? projectId : undefined;
  return { kind: shape.name, subject: shape.subject(inputs), name: shape.nameIn(inputs), projectId: project, id };
}

/** A text among the inputs; the schema has checked that it is one. */
export function requiredText(inputs: Fields, name: string): string {
  const value = inputs[name];
  if (typeof value !== "string") throw new TypeError(`${name} is not known.`);
  return value;
}

/** Splits `prj_x/rest`. */
export function splitId(id: string, kind: "component" | "domain"): { projectId: string; rest: string } {
  const [projectId = "", rest = "", ...more] = id.split("/");
  if (projectId === "" || rest === "" || more.length > 0) {
    const example = kind === "domain" ? "prj_x/www.example.com" : "prj_x/pc_y";
    throw new Error(`${id} is not the id of a ${kind}. Write it as ${example}.`);
  }
  return { projectId, rest };
}
