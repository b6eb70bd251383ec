// oxlint-disable-next-line import/no-unassigned-import -- it checks the version, before anything else is loaded
import "../core/node-version.ts";
import type { dynamic } from "@pulumi/pulumi";
import type { Clock } from "../core/api/clock.ts";
import type { KindName } from "../core/resources/kind.ts";
import { openAccount } from "./account.ts";
import { readConfiguration, type StackValue } from "./configuration.ts";
import { createOperations } from "./create-operations.ts";

/** The newest protocol. The stubs in every state call one: all earlier ones must still be served. */
const PROTOCOL = 1;

const providers = new Map<KindName, dynamic.ResourceProvider>();

/**
 * The provider that the stub of a kind loads: one object for the life of the process. For the stubs only; programs use
 * `Project`, `ProjectComponent` and `Domain`. Throws if a stub is newer than this version of the package.
 */
export function serve(protocol: number, kind: KindName): dynamic.ResourceProvider {
  if (protocol > PROTOCOL) {
    throw new Error(
      `This state was written by a newer version of projectsync (protocol ${protocol}; the installed one serves ` +
        `${PROTOCOL}). Update projectsync in this program's dependencies.`,
    );
  }
  const provider = providers.get(kind) ?? createProvider(kind);
  providers.set(kind, provider);
  return provider;
}

/** The dynamic provider of a kind. `clock`: for its waits. Default: the system's. */
export function createProvider(name: KindName, clock?: Clock): dynamic.ResourceProvider {
  // Pulumi does not wait for `configure` before it calls other methods (observed): every method waits here.
  let configured = Promise.withResolvers<StackValue>();
  let isConfigured = false;
  return {
    configure: async ({ config }) => {
      if (isConfigured) configured = Promise.withResolvers();
      isConfigured = true;
      configured.resolve((key) => config.get(`projectsync:${key}`));
    },
    ...createOperations(name, async ({ profile }) => {
      const configuration = readConfiguration(
        await configured.promise,
        typeof profile === "string" ? profile : undefined,
      );
      return openAccount(configuration, clock);
    }),
  };
}
