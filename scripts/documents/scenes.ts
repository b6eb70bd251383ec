import type { Scene, Step } from "./play.ts";

/*
 * What the documents show of runs. `npm run docs` plays each scene against the emulator and writes what the commands print.
 */

const PATH = "shop.yaml";
const file = (name: string, text: string) => ({ file: name, text });
const project = (slug: string, more = "", organization = "org_1"): string =>
  `version: 1\nproject:\n  organization_id: ${organization}\n  slug: ${slug}\n${more}`;
const analytics = (id: string): string =>
  `components:\n  edgee/ga4:\n    version: "1.2.0"\n    settings: { measurement_id: ${id} }\n`;
const domains = (...names: readonly string[]): string => `domains: [${names.join(", ")}]\n`;

/** A live project with these host names, whose DNS and certificates are ready. */
const live = (slug: string, names: readonly string[] = [], more: object = {}) => ({
  organization_id: "org_1",
  slug,
  type: "proxy" as const,
  domains: names.map((name) => ({ name, dns_status: true, ssl_status: true })),
  ...more,
});
const measures = (id: string) => ({
  components: [{ component_slug: "edgee/ga4", component_version: "1.2.0", settings: { measurement_id: id } }],
});

const byHand = (setting: string): Step => ({
  byHand: ["POST", "/v1/projects/prj_1/components/pc_1", { settings: { measurement_id: setting } }],
});

const RECORDING: Scene = {
  seed: { projects: [live("shop", ["old.example.com"], measures("G-TEST"))] },
  parts: {
    recording: [
      {
        quiet: file(
          PATH,
          project("shop", `${analytics("G-SHOP1")}domains:\n  - { name: old.example.com, absent: true }\n`),
        ),
      },
      "projectsync plan shop.yaml",
      "projectsync apply --yes shop.yaml",
      byHand("G-OTHER"),
      "projectsync drift shop.yaml",
    ],
  },
};

const INIT = "projectsync init --organization org_1 --slug my-site";

/** Before the address and the token are set. */
const FIRST_FILE: Scene = { seed: {}, environment: { PROJECTSYNC_TOKEN: "" }, parts: { "first-file": [INIT] } };

const FIRST: Scene = {
  seed: { organizations: ["org_1"] },
  parts: {
    first: [{ quiet: INIT }, "projectsync plan", "projectsync apply --yes", "projectsync plan"],
  },
};

const ADOPT: Scene = {
  seed: { projects: [live("shop", ["www.example.com"], { force_https: false, ...measures("G-SHOP1") })] },
  parts: {
    adopt: ["projectsync export --organization org_1 --minimal --out sites", "projectsync plan 'sites/*.yaml'"],
    "adopt-file": ["projectsync export --organization org_1 --minimal --out -"],
  },
};

const PREVIEWS: Scene = {
  seed: { projects: [live("shop", ["www.example.com", "pr-7.preview.example.com", "pr-8.preview.example.com"])] },
  parts: {
    "previews-file": [
      file(PATH, project("shop", `${domains("www.example.com")}ignore:\n  domains: ["pr-*.preview.example.com"]\n`)),
    ],
    previews: ["projectsync sweep --yes shop.yaml --domains pr-{number}.preview.example.com --keep 7"],
  },
};

const APPROVALS: Scene = {
  seed: { projects: [live("shop", [], measures("G-TEST"))] },
  parts: {
    approvals: [
      { quiet: file(PATH, project("shop", analytics("G-SHOP1"))) },
      "projectsync plan --out plan.json shop.yaml",
      { quiet: file(PATH, project("shop", analytics("G-SHOP1") + domains("www.example.com"))) },
      "projectsync apply --yes --plan plan.json shop.yaml",
    ],
  },
};

const ROLL_BACK: Scene = {
  seed: { projects: [live("shop", [], measures("G-NEW"))] },
  parts: {
    "roll-back": [
      { quiet: file(PATH, project("shop", analytics("G-NEW") + domains("new.example.com"))) },
      { quiet: "projectsync apply --yes shop.yaml" },
      { quiet: file(PATH, project("shop", `${analytics("G-OLD")}domains: []\n`)) },
      "projectsync plan shop.yaml",
      "projectsync apply --yes --prune domains shop.yaml",
    ],
  },
};

const MOVE: Scene = {
  seed: { projects: [live("old-site", ["www.example.com"]), live("new-site")] },
  parts: {
    "move-files": [
      file("old.yaml", project("old-site", "domains: []\n")),
      file("new.yaml", project("new-site", domains("www.example.com"))),
    ],
    move: ["projectsync apply --yes old.yaml new.yaml"],
  },
};

const META = `components:
  edgee/meta-capi:
    settings:
      pixel_id: "1234"
      access_token: { secret: META_TOKEN }
`;
const OLD_SECRET = { pixel_id: "1234", access_token: "the-old-token-of-meta" };
const rotate = (profile: "plain" | "masking", parts: Scene["parts"]): Scene => ({
  seed: {
    projects: [live("shop", [], { components: [{ component_slug: "edgee/meta-capi", settings: OLD_SECRET }] })],
  },
  profile,
  environment: { META_TOKEN: "the-new-token-of-meta" },
  parts,
});
const ROTATE_SHOWN = rotate("plain", {
  "rotate-file": [file(PATH, project("shop", META))],
  "rotate-shown": ["projectsync apply --yes shop.yaml"],
});
const ROTATE_HIDDEN = rotate("masking", {
  "rotate-hidden": [
    { quiet: file(PATH, project("shop", META)) },
    "projectsync plan shop.yaml",
    "projectsync apply --yes --rewrite-secrets shop.yaml",
  ],
});

const ORGANIZATIONS: Scene = {
  seed: { organizations: ["org_1", "org_2"] },
  parts: {
    organizations: [
      { quiet: file("sites/blog.yaml", project("blog", "", "org_2")) },
      "projectsync plan --organizations org_1 'sites/*.yaml'",
    ],
  },
};

const DRIFT: Scene = {
  seed: { projects: [live("shop", ["www.example.com"], measures("G-SHOP1"))] },
  parts: {
    drift: [
      { quiet: file(PATH, project("shop", analytics("G-SHOP1") + domains("www.example.com"))) },
      "projectsync drift shop.yaml",
      byHand("G-OTHER"),
      { byHand: ["DELETE", "/v1/projects/prj_1/domains/www.example.com"] },
      "projectsync drift shop.yaml",
    ],
  },
};

export const SCENES: readonly Scene[] = [
  RECORDING,
  FIRST_FILE,
  FIRST,
  ADOPT,
  PREVIEWS,
  APPROVALS,
  ROLL_BACK,
  MOVE,
  ROTATE_SHOWN,
  ROTATE_HIDDEN,
  ORGANIZATIONS,
  DRIFT,
];
