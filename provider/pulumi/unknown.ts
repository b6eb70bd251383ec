import { runtime } from "@pulumi/pulumi";
import { isObject } from "../resources/json.ts";

/** During a preview, what stands for a value that only an update will know. */
export function isUnknown(value: unknown): boolean {
  return value === runtime.unknownValue;
}

/** Whether there is such a value anywhere in it. */
export function holdsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return isObject(value) ? Object.values(value).some(holdsUnknown) : isUnknown(value);
}
