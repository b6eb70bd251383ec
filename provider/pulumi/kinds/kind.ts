import { z } from "zod";
import type { StepFrame } from "../../reconcile/object-steps.ts";
import type { Step } from "../../reconcile/step.ts";
import type { View } from "../../reconcile/view.ts";
import type { Fields } from "../../resources/json.ts";
import type { Change, KindName } from "../../resources/kind.ts";
import { PROFILE, PROFILE_RULE } from "../configuration.ts";
import type { Connection } from "../connection.ts";
import { fieldsToService } from "../naming.ts";

/** How a resource kind appears in Pulumi. An operation does not know what its live record is: only the kind opens it. */
export interface Kind<Live extends object = object> {
  readonly name: KindName;
  /** Every input by the service's names: what is declared, the address, and options. Unknown inputs are refused. */
  readonly inputs: z.ZodObject;
  /** Schema of the inputs that are declared. */
  readonly declared: z.ZodObject;
  /** The input that names an object in its organization or project. */
  readonly key: string;
  /** An id at the service, for messages. */
  readonly example: string;
  /** The canonical form of a name that is the id at the service. Absent: the service gives the id. */
  nameOf?(name: string): string;
  /** Names of the inputs that the service cannot change in place. */
  readonly fixed: readonly string[];
  /** Fields of the live record that are outputs besides the declared inputs. */
  readonly outputs: readonly string[];
  /** What an output is of such a field. Default: its value. */
  outputOf?(value: unknown): unknown;
  /** Inputs in their final form, and what is wrong with them beyond their types. `olds` are the earlier inputs, if any. */
  resolve?(
    connection: Pick<Connection, "catalogue" | "ifExists">,
    inputs: Fields,
    olds: Fields,
  ): Promise<ResolvedInputs>;
  /** Waits for what the inputs say after a write, if they say so. */
  awaitReady?(connection: Connection, inputs: Fields, live: Live): Promise<Ready<Live>>;
  /** What this kind knows of a resource. See `bind`. */
  open(connection: Connection, inputs: Fields, written: Fields): Promise<Opened<Live>>;
}

export interface ResolvedInputs {
  readonly inputs: Fields;
  /** `path` by the service's names. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** An object after a wait. `missing`: why that failed. */
export interface Ready<Live extends object = object> {
  readonly live: Live;
  readonly missing?: Error;
}

/**
 * How the object of one resource is found, compared and written. Ids are the service's; a domain's is its host name in canonical form.
 * `declared`, and what compares with it, throws if the inputs are not valid: another version may have written them into the state.
 */
export interface Opened<Live extends object = object> {
  /** The declared inputs, parsed. */
  declared(): object;
  idOf(live: Live): string;
  /**
   * The object, read by its id or name. `undefined` only if the service itself says that it is gone, and its project is not. `isForeign`: no
   * resource has it: some services show a host name in any project. Default: false.
   */
  read(view: View, id: string, isForeign?: boolean): Live | undefined;
  /** What the list shows that has the object. */
  listed(view: View): readonly Live[];
  /**
   * The object with the natural key, or with the one that it had before, in the service's lists. Throws AmbiguousError for several, and if it
   * is not certain.
   */
  find(view: View): Live | undefined;
  /** Whether a live object, read by its id, has such a key: a list that lags may have shown another state. */
  hasKey(live: Live): boolean;
  /**
   * Declared fields that differ. `resends`: and the secrets that the service hides, if the inputs declare other settings than those that
   * were written.
   */
  compare(live: Live, resends: boolean): readonly Change[];
  /** The create if nothing is live, else the update. Throws SecretAtRiskError. */
  step(frame: StepFrame, live: Live | undefined, resends: boolean): Step;
  /** Paths of undeclared fields that an update took the value of. */
  lost?(step: Step, before: object, after: object): readonly string[];
  /** Throws if the object may not be written as declared. Call it before each write: only then it is known what is live. */
  checkWrite?(live: Live | undefined): void;
  /** Whether the field is a secret: the service may show it in a form of its own. */
  isHidden?(path: string): boolean;
  /** The live object as inputs, without values that may be secret. For an object that is not declared. */
  shown(live: Live): Fields;
  /** Values of the live object that no message may show: the service may quote them, too. */
  secretsIn?(live: Live): readonly string[];
  /**
   * The inputs for the state after a write that was not carried out as declared: without those that are or may be secrets, because either
   * value may be live. So they are newly declared, and the next update sends them. The same inputs if there are none.
   */
  withoutSecrets?(live: Live): Fields;
}

/** A resource in an operation. */
export interface Resource extends Opened {
  readonly kind: Kind;
  readonly connection: Connection;
  /** By the service's names. */
  readonly inputs: Fields;
}

/**
 * What is known about one resource, with what the catalogue says about it. `written`: for a write, the inputs that this resource wrote
 * last, none for a create. A value that the service hides can only be compared with these.
 * From here on no message shows the secrets among the inputs: call it before anything is sent, because an answer that quotes a secret is
 * shortened, and half a secret would not be found afterwards.
 */
export async function bind(
  kind: Kind,
  connection: Connection,
  inputs: Fields,
  written: Fields = inputs,
): Promise<Resource> {
  return { ...(await kind.open(connection, inputs, written)), kind, connection, inputs };
}

/** The options that every resource has. */
export const options = {
  /** What a create does if an object with the same natural key exists. */
  if_exists: z.enum(["fail", "adopt"]).optional(),
  /** The account that the resource uses. Plain text, kept in the state: a deletion gets nothing else. */
  profile: z.string().regex(PROFILE, PROFILE_RULE).optional(),
  /** Paths of the inputs that the program marks as secrets, which the constructor adds. */
  __secret_inputs: z.array(z.string()).optional(),
};

/** What a create does with these inputs. */
export function ifExistsOf({ if_exists: choice }: Fields, connection: Pick<Connection, "ifExists">): unknown {
  return choice ?? connection.ifExists;
}

/** The id of the one object to adopt, if the inputs have one. */
export function pinnedId({ adopt_id: id }: Fields): string | undefined {
  return typeof id === "string" ? id : undefined;
}

/** The inputs by the service's names. Other properties (`__provider`, outputs) are left out. */
export function inputsOf(kind: { readonly inputs: z.ZodObject }, properties: Fields): Fields {
  return fieldsToService(kind.inputs, properties);
}

/** The declared inputs, as they are. */
export function declaredFields({ declared }: { readonly declared: z.ZodObject }, inputs: Fields): Fields {
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

/** A text among the inputs; the schema has checked that it is one. */
export function requiredText(inputs: Fields, name: string): string {
  const value = inputs[name];
  if (typeof value !== "string") throw new TypeError(`${name} is not known.`);
  return value;
}
