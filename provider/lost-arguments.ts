import * as pulumi from "@pulumi/pulumi";

/**
 * Refuses an argument that Pulumi would send as another value without a word: a date, a URL, a Map, a Set and a bigint arrive as `{}`, bytes as a map
 * (findings/pulumi-nodejs-dates.sh). TypeScript lets them through where a setting or `extra` is free data. A value inside an Output is not seen here.
 */
export function refuseLost(value: unknown, path: readonly string[] = []): void {
  if (typeof value === "bigint") throw refusal(path, "a bigint");
  if (typeof value !== "object" || value === null) return;
  if (pulumi.Output.isInstance(value) || pulumi.Resource.isInstance(value)) return;
  // JSON does not write these by their keys either.
  if (value instanceof Map || value instanceof Set || ("toJSON" in value && typeof value.toJSON === "function"))
    throw refusal(path, `a ${value.constructor.name}`);
  for (const [name, part] of Object.entries(value)) refuseLost(part, [...path, name]);
}

function refusal(path: readonly string[], shown: string): pulumi.RunError {
  return new pulumi.RunError(
    `The argument ${path.join(".")} is ${shown}, which Pulumi does not send as such. Write it as text, a number, a list or an object.`,
  );
}
