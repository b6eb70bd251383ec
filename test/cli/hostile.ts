/** A catalogue with text that tries to start a line, run a command of GitHub's runner, and control a terminal. */
export const hostileCatalogue = [
  {
    id: "cmp_h",
    slug: "edgee/hostile",
    latest_version: "1.0.0",
    versions: {
      "1.0.0": {
        dynamic_fields: [
          {
            name: "a\n::error::pwned\u001B[31m ##[error]pwned\u2028\u202E\u009Bm",
            title: "A",
            type: "string" as const,
            required: true,
          },
        ],
      },
    },
  },
];

export const HOSTILE_FILE = `version: 1
project:
  organization_id: org_1
  slug: a
components:
  edgee/hostile: { version: "1.0.0" }
`;
