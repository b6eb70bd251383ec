import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { openEmulator, type OpenEmulator } from "../../../emulator/open-emulator.ts";
import type { Installed } from "./install.ts";
import { openStack, type Program, type Stack } from "./stack.ts";
import type { Site } from "../programs/site.ts";

export const TOKEN = "canary-token-0123456789";
export const SECRET = "canary-secret-0123456789";

/** The packed package, installed for all tests. */
export const installed = (): Installed => inject("installed");

/** What the tests of a block have; filled before the first of them runs. */
export interface Scene {
  readonly emulator: OpenEmulator;
  readonly stack: Stack;
}

/** An empty service and an empty stack, used by the tests of one block in their order. */
export function useScene(): Scene {
  let emulator: OpenEmulator;
  let stack: Stack;
  beforeAll(async () => {
    emulator = await openEmulator({ token: TOKEN });
    stack = await openStack(installed(), emulator);
  });
  beforeEach(() => emulator.reset());
  afterAll(async () => {
    await stack?.[Symbol.asyncDispose]();
    await emulator?.close();
  });
  return {
    get emulator() {
      return emulator;
    },
    get stack() {
      return stack;
    },
  };
}

export function urnOf(type: "Project" | "ProjectComponent" | "Domain", name: string): string {
  return `urn:pulumi:test::program::pulumi-nodejs:dynamic/projectsync:${type}::${name}`;
}

export function site(parameters: Site): Program {
  return { file: "programs/site.ts", parameters };
}
