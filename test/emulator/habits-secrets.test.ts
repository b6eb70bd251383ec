import type { Mask } from "../../emulator/profile/habits.ts";
import { COMPONENT, COMPONENTS, has, storesSettings, talk } from "./conversation.ts";

const secret = "EAABsb_SECRET_9876";

const withSettings = (settings: Record<string, unknown>, slug = "edgee/meta-capi") => ({
  projects: [{ organization_id: "org_1", slug: "site", components: [{ component_slug: slug, settings }] }],
});

const MASKS: readonly (readonly [Mask, value: unknown, shown: unknown])[] = [
  ["omitted", secret, undefined],
  ["empty", secret, ""],
  ["null", secret, null],
  ["stars", secret, "********"],
  ["stars", null, null],
  ["prefix-stars", secret, "EAABsb******"],
  ["prefix-stars", "ab", "a******"],
  ["prefix-stars", 1234, "12******"],
  ["redacted", secret, "[redacted]"],
  ["suffix", secret, "9876"],
  ["suffix", "abcdef", "def"],
];

for (const [as, value, shown] of MASKS) {
  const settings = { pixel_id: "1", ...(shown === undefined ? {} : { access_token: shown }) };
  talk(
    `as ${as}, the secret ${JSON.stringify(value)} is hidden in every answer, and stays as it is`,
    { seed: withSettings({ pixel_id: "1", access_token: value }), habits: { secrets: { as } } },
    [
      [`GET ${COMPONENT}`, has("settings", settings)],
      [`GET ${COMPONENTS}`, has("data.0.settings", settings)],
      [`POST ${COMPONENT}`, { active: false }, has("settings", settings)],
      storesSettings({ pixel_id: "1", access_token: value }),
      // A mask that is sent back is stored.
      [`POST ${COMPONENT}`, { settings }, {}],
      storesSettings(settings),
    ],
  );
}

const field = { name: "key", title: "Key", type: "string", required: false } as const;
const versions = { "1": { dynamic_fields: [field] }, "2": { dynamic_fields: [{ ...field, secret: true }] } };
const catalogue = [{ id: "cmp_1", slug: "a/b", latest_version: "1", versions }];

talk(
  "a setting that only another version calls secret is hidden too",
  { seed: { catalogue, ...withSettings({ key: secret, other: "o" }, "a/b") }, habits: { secrets: { as: "stars" } } },
  [[`GET ${COMPONENT}`, has("settings", { key: "********", other: "o" })]],
);
