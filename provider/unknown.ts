import { runtime } from "@pulumi/pulumi";
import { isObject } from "../core/resources/json.ts";

/** Whether a value is Pulumi's placeholder for one that is only known after the update. */
export function isUnknown(value: unknown): boolean {
  return value === runtime.unknownValue;
}

/** Whether a value is unknown, or holds an unknown one. */
export function holdsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return isObject(value) ? Object.values(value).some(holdsUnknown) : isUnknown(value);
}
