import { z } from "zod";
import type { Change, Kind, KindName } from "../../resources/kind.ts";
import { PROFILE, PROFILE_RULE } from "../configuration.ts";
import type { Connection } from "../connection.ts";
import type { RecentLists } from "../recent-lists.ts";
import { fieldsToService } from "../naming.ts";
import type { Fields } from "../../resources/json.ts";

/** How a resource kind appears in Pulumi: its inputs, ids and outputs. What it does is in its `Kind`. */
export interface Shape<Address, Declared, Live> {
  readonly name: KindName;
  /** Every input by the service's names: what is declared, the address, and options. Unknown inputs are refused. */
  readonly inputs: z.ZodObject;
  /** Schema of the inputs that are declared. */
  readonly declared: z.ZodType<Declared>;
  /** Names of the inputs that are declared. */
  readonly declaredNames: readonly string[];
  /** Names of the inputs that the service cannot change in place. */
  readonly fixedNames: readonly string[];
  /** Names one object in messages. */
  subject(inputs: Fields): string;
  /** The service's id, and the inputs that the Pulumi id tells. Throws if it is not an id of this kind. */
  parseId(id: string): { readonly id: string; readonly inputs: Fields };
  /**
   * The kind and the address for one resource, with what the catalogue says about it. `written`: for a write, the inputs that
   * this resource wrote last, none for a create. A value that the service hides can only be compared with these.
   */
  bind(connection: Connection, inputs: Fields, written?: Fields): Promise<Binding<Address, Declared, Live>>;
  /** Outputs besides the inputs, in camel case. No name is an input's. */
  outputs(live: Live): Fields;
  /** Inputs in their final form, and what is wrong with them beyond their types. `olds` are the earlier inputs, if any. */
  resolve(connection: Connection, inputs: Fields, olds: Fields): Promise<ResolvedInputs>;
  /** The id of the one object to adopt, if the inputs have one. */
  pinnedId(inputs: Fields): string | undefined;
  /** The inputs with the natural key that the object had before, if the inputs have one. */
  previousKey(inputs: Fields): Fields | undefined;
  /** Values among the declared inputs that no message may show. */
  secrets(connection: Connection, inputs: Fields): Promise<readonly string[]>;
  /**
   * Tells the lists of a write that may have taken place. `created`: the object, if the write created or adopted it and nothing
   * else changed.
   */
  wrote(lists: RecentLists, address: Address, created?: Created<Live>): void;
  /** Throws if a removal would delete more than what is declared. */
  refuseRemoval(connection: Connection, id: string, inputs: Fields): Promise<void>;
}

/** One resource: its kind, its address, and what may be shown of it. */
export interface Binding<Address, Declared, Live> {
  readonly kind: Kind<Address, Declared, Live>;
  readonly address: Address;
  /** The id in Pulumi. */
  pulumiId(live: Live): string;
  /** Throws if the object may not be written as declared. Call it before each write: only then it is known what is live. */
  checkWrite(declared: Declared, live: Live | undefined): void;
  /** Declared fields that differ from the live object, without values that may not be shown. */
  drift(declared: Declared, live: Live): readonly Change[];
  /** The live object as inputs, without values that may be secret. For an object that is not declared. */
  observe(live: Live): Fields;
  /** Values of the live object that no message may show: the service may quote them, too. */
  secretsIn(live: Live): readonly string[];
}

export interface Created<Live> {
  readonly live: Live;
  /** Whether it certainly did not exist before. */
  readonly isNew: boolean;
}

export interface ResolvedInputs {
  readonly inputs: Fields;
  /** `path` by the service's names. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** What a create does if an object with the same natural key exists. */
export const ifExists = z.enum(["fail", "adopt"]).optional();

/** Paths of the inputs that the program marks as secrets, which the constructor adds. */
export const secretInputs = z.array(z.string()).optional();

/** The account that the resource uses. Plain text, kept in the state: a deletion gets nothing else. */
export const profile = z.string().regex(PROFILE, PROFILE_RULE).optional();

/** The inputs by the service's names. Other properties (`__provider`, outputs) are left out. */
export function inputsOf(shape: { readonly inputs: z.ZodObject }, properties: Fields): Fields {
  return fieldsToService(shape.inputs, properties);
}

/** The declared inputs. Parsed again, because another version may have written the state. */
export function declaredOf<Declared>(
  shape: Pick<Shape<unknown, Declared, never>, "declared" | "declaredNames">,
  inputs: Fields,
): Declared {
  const names = shape.declaredNames.filter((name) => Object.hasOwn(inputs, name));
  const parsed = shape.declared.safeParse(Object.fromEntries(names.map((name) => [name, inputs[name]])));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The inputs are not valid: ${issues.join("; ")}.`);
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
