import * as pulumi from "@pulumi/pulumi";

/**
 * Throws if a resource is to be imported. Pulumi's host of dynamic providers cannot read what no state has, and would fail
 * without a reason (observed). `adopting`: what to declare instead, for an id.
 */
export function refuseImport(
  { import: id }: pulumi.CustomResourceOptions = {},
  adopting: (id: string) => string,
): void {
  if (id === undefined) return;
  throw new pulumi.RunError(
    `The option \`import\` does not work with dynamic providers. Remove it, and declare \`${adopting(id)}\`: it adopts what exists.`,
  );
}
