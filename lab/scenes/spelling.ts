import type { Scene } from "../harness.ts";
import type { Declared } from "../oracle.ts";
import type { Habits } from "../service.ts";

/* A service that shows host names in its own spelling, and takes another one in the path. */

const NAME = "münchen.example.com";
const project = { organization_id: "org_1", slug: "site" };
const absent: Declared = { version: 1, project, domains: [{ name: NAME, absent: true }] };
const none: Declared = { version: 1, project, domains: [] };
const here: Declared = { version: 1, project, domains: [NAME] };
const there: Declared = { version: 1, project: { organization_id: "org_1", slug: "other" }, domains: [] };

const spellings: readonly NonNullable<Habits["shows"]>[] = ["unicode", "capitals", "dot"];

export const spelling: readonly Scene[] = spellings.flatMap((shows) =>
  (["canonical", "shown"] as const).flatMap((takes): Scene[] => {
    const name = (what: string): string => `${what}, shown ${shows}, ${takes} taken`;
    const own = { habits: { shows, takes }, expect: "done" } as const;
    return [
      {
        ...own,
        name: name("absent"),
        fault: "done, and the host name stays attached",
        declared: [absent],
        seed: (service) => service.seed({ slug: "site", domains: ["xn--mnchen-3ya.example.com"] }),
      },
      {
        ...own,
        name: name("prune"),
        fault: "done, and the host name stays attached",
        declared: [none],
        args: ["--prune", "domains", "--max-deletes", "5"],
        seed: (service) => service.seed({ slug: "site", domains: ["xn--mnchen-3ya.example.com"] }),
      },
      {
        ...own,
        name: name("move"),
        fault: "waits for five minutes",
        declared: [here, there],
        seed: (service) => service.seed({ slug: "other", domains: ["xn--mnchen-3ya.example.com"] }),
      },
    ];
  }),
);
