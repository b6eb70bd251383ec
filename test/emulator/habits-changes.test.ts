import type { Habits } from "../../emulator/profile/habits.ts";
import { COMPONENT, has, PROJECT, storesSettings, talk } from "./conversation.ts";

const settings = { measurement_id: "G-1", anonymize_ip: true, own: "o" };
const components = [{ component_slug: "edgee/ga4", settings }];
const seed = { projects: [{ organization_id: "org_1", slug: "site", components }] };

const UPDATES: readonly (readonly [how: string, NonNullable<Habits["changes"]>, sent: object | null, made: unknown])[] =
  [
    ["replaces them", {}, { own: "p" }, { own: "p" }],
    ["merges them", { settings: "merge" }, { own: null, more: 1 }, { ...settings, own: null, more: 1 }],
    ["merges them, but not with null", { settings: "merge" }, null, null],
    [
      "also removes what is null",
      { settings: "merge-patch" },
      { own: null, anonymize_ip: null },
      { measurement_id: "G-1" },
    ],
  ];

talk(
  "an update of a component without settings also removes what is null",
  {
    seed: { projects: [{ organization_id: "org_1", slug: "site", components: [{ component_slug: "edgee/ga4" }] }] },
    habits: { changes: { settings: "merge-patch" } },
  },
  [[`POST ${COMPONENT}`, { settings: { own: null, more: 1 } }, has("settings", { more: 1 })]],
);

for (const [how, changes, sent, made] of UPDATES) {
  talk(`an update of settings ${how}`, { seed, habits: { changes } }, [
    [`POST ${COMPONENT}`, { settings: sent }, has("settings", made)],
    storesSettings(made),
    [`POST ${COMPONENT}`, { active: false }, has("settings", made)],
  ]);
}

talk(
  "an update drops what a new version does not have, also what is sent with it",
  { seed, habits: { changes: { versionDropsSettings: true, settings: "merge" } } },
  [
    [`POST ${COMPONENT}`, { component_version: "1.2.0" }, {}],
    storesSettings(settings),
    [`POST ${COMPONENT}`, { component_version: "1.1.0", settings: { debug_mode: true, sent: 1 } }, {}],
    storesSettings({ measurement_id: "G-1", debug_mode: true }),
  ],
);

const stored = { external_project_url: "https://a.example" };
const ignored = { habits: { changes: { ignored: ["external_project_url"] } } };
const created = { organization_id: "org_1", type: "proxy", slug: "new", external_project_url: "https://c.example" };

talk("a field is ignored in an update, but stored by a seed and by a create", ignored, [
  [`POST ${PROJECT}`, { external_project_url: "https://b.example", cache: true }, { ...stored, cache: true }],
  ["POST /v1/projects", created, created],
]);
