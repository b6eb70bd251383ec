import { runtime } from "@pulumi/pulumi";
import { z } from "zod";
import type { StepFrame, Step } from "../../core/reconcile/step.ts";
import type { View } from "../../core/reconcile/snapshot-view.ts";
import { hasPart, type Fields } from "../../core/resources/json.ts";
import type { Change, KindName } from "../../core/resources/kind.ts";
import { PROFILE, PROFILE_RULE } from "../configuration.ts";
import type { Account } from "../account.ts";
import { fieldsToService } from "../naming.ts";

/** How a resource kind appears in Pulumi. An operation does not know what its live record is: only the kind opens it. */
export interface ResourceKind<Live extends object = object> {
  readonly name: KindName;
  /** By the service's names: what is declared, the address, and options. */
  readonly inputs: z.ZodObject;
  readonly declared: z.ZodObject;
  /** The input that names an object in its organization or project. */
  readonly key: string;
  /** The canonical form of a name. Absent: the name is not the id at the service. */
  nameOf?(name: string): string;
  /** Inputs that the service cannot change in place. */
  readonly fixed: readonly string[];
  /** Fields of the live record that are outputs besides the declared inputs. */
  readonly outputs: readonly string[];
  outputOf?(value: unknown): unknown;
  /** Inputs in their final form, and what is wrong with them beyond their types. */
  resolve?(connection: LookupContext, inputs: Fields, olds: Fields): Promise<ResolvedInputs>;
  /** Waits after a write for what the inputs name. */
  awaitReady?(connection: Account, inputs: Fields, live: Live): Promise<ReadyObject<Live>>;
  /** See `bind`. */
  open(connection: Account, inputs: Fields, written: Fields): Promise<Adapter<Live>>;
}

export type LookupContext = Pick<Account, "catalogue" | "ifExists" | "look" | "newProjects" | "redaction">;

export interface ResolvedInputs {
  readonly inputs: Fields;
  /** `path` by the service's names. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** An object after a wait. `missing`: why that failed. */
export interface ReadyObject<Live extends object = object> {
  readonly live: Live;
  readonly missing?: Error;
}

/**
 * How the object of one resource is found, compared and written. Throws if the inputs are not valid where it needs them: another version may
 * have written them into the state.
 */
export interface Adapter<Live extends object = object> {
  /** The object with the key, or with the earlier one, in the lists. Throws AmbiguousError for several, and if it is not certain. */
  find(view: View): Live | undefined;
  /** An object that was read by its id has such a key: the list may lag. */
  hasKey(live: Live): boolean;
  /**
   * Declared fields that differ. `forceSecrets`: and the secrets that the service hides, if the inputs declare other settings than those that
   * were written.
   */
  compare(live: Live, forceSecrets: boolean): readonly Change[];
  /** The create if nothing is live, else the update. Throws SecretAtRiskError. */
  step(frame: StepFrame, live: Live | undefined, forceSecrets: boolean): Step;
  /** Paths of undeclared fields that an update took the value of. */
  lost?(step: Step, before: object, after: object): readonly string[];
  /** Throws if the object may not be written as declared. */
  checkWrite?(live: Live | undefined): void;
  /** The service may show the field in a form of its own. */
  isHidden?(path: string): boolean;
  /** The live object as inputs, without values that may be secret. */
  shown(live: Live): Fields;
  /** Values of the live object that the service may quote. */
  secretsIn?(live: Live): readonly string[];
  /**
   * The inputs for the state after a write that was not carried out as declared: without what is or may be secret, because either value may
   * be live. So the next update sends it. The same inputs if there is none.
   */
  withoutSecrets?(live: Live): Fields;
}

/** A resource in an operation. `inputs`: by the service's names. */
export interface Resource extends Adapter {
  readonly kind: ResourceKind;
  readonly connection: Account;
  readonly inputs: Fields;
}

/**
 * Opens one resource. `written`: for a write, the inputs that this resource wrote last, none for a create. A value that the service hides can
 * only be compared with these.
 * From here on no message shows the secrets among the inputs: call it before anything is sent, because an answer that quotes a secret is
 * shortened, and half a secret would not be found afterwards.
 */
export async function bind(
  kind: ResourceKind,
  connection: Account,
  inputs: Fields,
  written: Fields = inputs,
): Promise<Resource> {
  return { ...(await kind.open(connection, inputs, written)), kind, connection, inputs };
}

/** The project of what is in one. */
export const projectIdInput = z.string().min(1).describe("ID of the project. A change replaces the resource.");

export const ADOPT_ID = "ID of an existing object to adopt, whatever its name.";

/** The options that every resource has. */
export const options = {
  if_exists: z
    .enum(["fail", "adopt"])
    .optional()
    .describe("`fail`, or `adopt` an object that exists already with the same key. Default: fail."),
  /** The account that the resource uses. Plain text, kept in the state: a deletion gets nothing else. */
  profile: z.string().regex(PROFILE, PROFILE_RULE).optional(),
  /** Paths of the inputs that the program marks as secrets, which the constructor adds. */
  __secret_inputs: z.array(z.string()).optional(),
};

/** True if a create adopts an object that is there already. */
export function adopts(inputs: Fields, connection: Pick<Account, "ifExists">): boolean {
  return (inputs["if_exists"] ?? connection.ifExists) === "adopt" || pinnedId(inputs) !== undefined;
}

/** The id of the one object to adopt, if the inputs have one. */
export function pinnedId({ adopt_id: id }: Fields): string | undefined {
  return typeof id === "string" ? id : undefined;
}

/** The inputs by the service's names. Other properties (`__provider`, outputs) are left out. */
export function inputsOf(kind: Pick<ResourceKind, "inputs">, properties: Fields): Fields {
  return fieldsToService(kind.inputs, properties);
}

export function declaredFields({ declared }: Pick<ResourceKind, "declared">, inputs: Fields): Fields {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => Object.hasOwn(declared.shape, name)));
}

/** Parses the declared inputs when they are first asked for. */
export function declaredOf<Schema extends z.ZodObject>(schema: Schema, inputs: Fields): () => z.infer<Schema> {
  let parsed: z.ZodSafeParseResult<z.infer<Schema>> | undefined;
  return () => {
    parsed ??= schema.safeParse(declaredFields({ declared: schema }, inputs));
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Error(`The inputs are not valid: ${issues.join("; ")}.`);
  };
}

/** The schema has checked that it is a text. */
export function requiredText(inputs: Fields, name: string): string {
  const value = inputs[name];
  if (typeof value !== "string") throw new TypeError(`${name} is not known.`);
  return value;
}

/** True for Pulumi's placeholder of a value that is only known after the update. */
export function isUnknown(value: unknown): boolean {
  return value === runtime.unknownValue;
}

/** True for an unknown value, and for one that holds an unknown one. */
export function holdsUnknown(value: unknown): boolean {
  return hasPart(value, isUnknown);
}
