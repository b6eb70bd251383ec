import { z } from "zod";
import type { Change, Kind } from "../../resources/kind.ts";
import type { Connection } from "../connection.ts";
import { fieldsToService, type Fields } from "../naming.ts";

/** How a resource kind shows in Pulumi: its inputs, its id, its outputs. What it does is in `kind`. */
export interface Shape<Place, Declared, Live> {
  readonly kind: Kind<Place, Declared, Live>;
  /** Every input by the service's naming: what is declared, where it lives, and options. Unknown ones are refused. */
  readonly inputs: z.ZodObject;
  /** The inputs that are `kind.declared`. */
  readonly declared: readonly string[];
  /** The inputs that the service cannot change in place. */
  readonly fixed: readonly string[];
  /** Names one object to a person. */
  subject(inputs: Fields): string;
  /** Where the object lives, from the inputs. */
  place(connection: Connection, inputs: Fields): Promise<Place>;
  /** The id in Pulumi. */
  idOf(place: Place, live: Live): string;
  /** The service's id, and the inputs that the Pulumi id says. Throws where it is no id of this kind. */
  parseId(id: string): { readonly id: string; readonly inputs: Fields };
  /** The object in the list of its like, where that can be had in one call with others; absence says nothing. */
  inList(connection: Connection, inputs: Fields, id: string): Promise<Live | undefined>;
  /** Declared fields that differ from the live object, without any value that may not be shown. */
  drift(declared: Declared, live: Live, place: Place): readonly Change[];
  /** What can be declared of a live object, without what may be secret: for an object that nobody declared. */
  observe(live: Live, place: Place): Fields;
  /** What the service says besides what is declared. Names in camel case, none of them an input's. */
  outputs(live: Live): Fields;
  /** Inputs in their final form, and what is wrong with them beyond their types. `olds` are the earlier inputs, if any. */
  settle(connection: Connection, inputs: Fields, olds: Fields): Promise<Settled>;
  /** The id of the one object to adopt, if the inputs say one. */
  pinned(inputs: Fields): string | undefined;
  /** Values among the inputs that no message may show. */
  secrets(connection: Connection, inputs: Fields): Promise<readonly string[]>;
  /** Refuses a removal that would take more with it than what is declared. */
  beforeRemoval(connection: Connection, id: string, inputs: Fields): Promise<void>;
}

export interface Settled {
  readonly inputs: Fields;
  /** `path` by the service's names. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** What creating does when an object with the same natural key exists. */
export const ifExists = z.enum(["fail", "adopt"]).optional();

/** The inputs by the service's names; what the shape does not name is left out (`__provider`, outputs). */
export function inputsOf(shape: { readonly inputs: z.ZodObject }, properties: Fields): Fields {
  return fieldsToService(shape.inputs, properties);
}

/** What is declared, checked once more: a state may have been written by another version. */
export function declaredOf<Place, Declared, Live>(shape: Shape<Place, Declared, Live>, inputs: Fields): Declared {
  const fields = shape.declared.filter((name) => Object.hasOwn(inputs, name)).map((name) => [name, inputs[name]]);
  const parsed = shape.kind.declared.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`The inputs are not valid: ${issues.join("; ")}.`);
}

/** A text among the inputs; the schema has checked that it is one. */
export function text(inputs: Fields, name: string): string {
  const value = inputs[name];
  if (typeof value !== "string") throw new TypeError(`${name} is not known.`);
  return value;
}

/** `prj_x/rest`. */
export function splitId(id: string, what: string): { projectId: string; rest: string } {
  const [projectId = "", rest = "", ...more] = id.split("/");
  if (projectId === "" || rest === "" || more.length > 0) {
    throw new Error(
      `${id} is no id of a ${what}: it has the form ${what === "domain" ? "prj_x/www.example.com" : "prj_x/pc_y"}.`,
    );
  }
  return { projectId, rest };
}
