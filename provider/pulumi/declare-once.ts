import * as pulumi from "@pulumi/pulumi";

/** By program, the resource that declares a key: several programs of the Automation API share a process. */
const declared = new WeakMap<object, Map<string, string>>();

/**
 * Fails the program if another of its resources declares the same object, and names both. The provider refuses it too, but knows no
 * names. `key`: the inputs that identify the object. What a preview does not know yet is compared in the update.
 */
export function declareOnce(kind: string, name: string, key: readonly pulumi.Input<string | undefined>[]): void {
  const program = pulumi.runtime.getStackResource();
  if (program === undefined) return;
  const owners = declared.get(program) ?? new Map<string, string>();
  declared.set(program, owners);
  pulumi.all([...key]).apply((values) => {
    const object = JSON.stringify([kind, ...values]);
    const other = owners.get(object);
    // Without the values: they may be secrets.
    if (other !== undefined)
      throw new pulumi.RunError(`Two resources declare the same ${kind}: ${other} and ${name}. Declare it once.`);
    owners.set(object, name);
  });
}
