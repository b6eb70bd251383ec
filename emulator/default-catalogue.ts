import type { SeededComponent } from "./kinds/catalogue.ts";

type Version = NonNullable<SeededComponent["versions"]>[string];
type Field = NonNullable<Version["dynamic_fields"]>[number];

const WEB = "https://example.invalid";

/** A component with what follows from its slug and its versions, the oldest first. `day`: of its creation. */
function component(
  slug: string,
  day: string,
  versions: readonly (Version & { readonly version: string })[],
  rest: Omit<SeededComponent, "slug" | "versions">,
): SeededComponent {
  const name = slug.slice(slug.indexOf("/") + 1);
  const whole = versions.map((each) => ({ ...each, wasm_url: `${WEB}/wasm/${name}/${each.version}.wasm` }));
  return {
    slug,
    versions: Object.fromEntries(whole.map((each) => [each.version, each])),
    latest_version: versions.at(-1)?.version,
    ...(slug.startsWith("edgee/")
      ? { repo_link: `${WEB}/repos/${name}`, documentation_link: `${WEB}/docs/${name}` }
      : {}),
    created_at: atNine(day),
    updated_at: versions.at(-1)?.created_at,
    is_public: true,
    is_archived: false,
    ...rest,
  };
}

/** `more`: its changelog, and its world if that is another one. */
function version(number: string, day: string, fields: readonly Field[], more: Omit<Version, "version"> = {}) {
  return { version: number, created_at: atNine(day), dynamic_fields: [...fields], wit_world_version: "1.0.0", ...more };
}

function atNine(day: string): string {
  return `${day}T09:00:00.000Z`;
}

/** Optional text, unless `more` says otherwise. */
function field(name: string, title: string, more: Partial<Field> = {}): Field {
  return { name, title, type: "string", required: false, ...more };
}

const measurementId = field("measurement_id", "Measurement ID", {
  required: true,
  description: "The id of the data stream.",
  secret: false,
});
const anonymizeIp = field("anonymize_ip", "Anonymize IP", { type: "bool" });
const debugMode = field("debug_mode", "Debug mode", { type: "bool", description: "Marks all events." });
const sampleRate = field("sample_rate", "Sample rate", {
  type: "number",
  description: "The share of events to send, from 0 to 1.",
});
const pixelId = field("pixel_id", "Pixel ID", { required: true });
const accessToken = field("access_token", "Access token", { required: true, secret: true });
const region = field("region", "Region", { options: ["eu", "us", "apac"] });
const dataset = field("dataset", "Dataset", { required: true });
const serviceKey = field("service_key", "Service key", { required: true, secret: true });
const batchSize = field("batch_size", "Batch size", { type: "number" });
const bannerText = field("banner_text", "Banner text");

/** The catalogue of an emulator that has no catalogue in its seed. All of it is invented. */
export const defaultCatalogue: readonly SeededComponent[] = [
  component(
    "edgee/ga4",
    "2025-01-15",
    [
      version("1.0.0", "2025-01-15", [measurementId], { wit_world_version: "0.5.0", changelog: "First release." }),
      version("1.1.0", "2025-04-02", [measurementId, debugMode], { changelog: "Adds debug_mode." }),
      version("1.2.0", "2025-08-20", [measurementId, anonymizeIp, sampleRate], {
        changelog: "Adds anonymize_ip and sample_rate, drops debug_mode.",
      }),
    ],
    {
      id: "cmp_ga4",
      name: "Google Analytics 4",
      avatar_url: `${WEB}/avatars/ga4.png`,
      category: "data_collection",
      subcategory: "analytics",
      description: "Sends page views and events to an analytics property.",
    },
  ),
  component("edgee/google-analytics", "2024-11-04", [version("1.0.0", "2024-11-04", [measurementId])], {
    id: "d290f1ee-6c54-4b01-90e6-d701748f0851",
    name: "Google Analytics",
    category: "data_collection",
    subcategory: "analytics",
    description: "The component of the examples of the service's description.",
  }),
  component(
    "edgee/meta-capi",
    "2025-02-03",
    [
      version("2.0.1", "2025-06-11", [{ ...pixelId, secret: false }, accessToken, region], {
        changelog: "Adds region.",
      }),
    ],
    {
      id: "cmp_meta_capi",
      name: "Meta Conversions API",
      avatar_url: `${WEB}/avatars/meta-capi.png`,
      category: "data_collection",
      subcategory: "conversion_api",
      description: "Sends conversions from the edge.",
    },
  ),
  component(
    "edgee/legacy-pixel",
    "2024-05-06",
    [version("0.9.3", "2024-05-06", [pixelId], { wit_world_version: "0.4.0" })],
    {
      id: "cmp_legacy_pixel",
      name: "Legacy Pixel",
      category: "data_collection",
      subcategory: "conversion_api",
      description: "Superseded, kept for the projects that still use it.",
      documentation_link: undefined,
      updated_at: atNine("2025-03-01"),
      is_archived: true,
    },
  ),
  component(
    "edgee/maintenance-page",
    "2025-07-01",
    [version("1.0.0", "2025-07-01", [], { changelog: "First release." })],
    {
      id: "cmp_maintenance",
      name: "Maintenance Page",
      category: "edge_function",
      subcategory: "wasm_function",
      description: "Answers every request with a page that says to come back later.",
    },
  ),
  component(
    "edgee/warehouse-export",
    "2025-05-05",
    [
      version("1.9.0", "2025-05-05", [dataset], { changelog: "Faster." }),
      // As text, this sorts before 1.9.0: only `latest_version` says which version is the latest.
      version("1.10.0", "2025-09-09", [dataset, serviceKey, batchSize], { changelog: "Requires service_key." }),
    ],
    {
      id: "cmp_warehouse",
      name: "Warehouse Export",
      category: "data_collection",
      subcategory: "warehouse",
      description: "Writes events to a table.",
    },
  ),
  component("acme/consent-banner", "2025-09-30", [version("0.1.0", "2025-09-30", [bannerText, anonymizeIp])], {
    id: "cmp_acme_consent",
    name: "Consent Banner",
    category: "consent_management",
    subcategory: "cmp",
    description: "A component of a private organization.",
    is_public: false,
  }),
];
