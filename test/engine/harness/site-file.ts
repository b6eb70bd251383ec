/* The parts of a project file with secrets in a field and in a setting, from the variable META_TOKEN. */

export const PROJECT = `version: 1
project:
  organization_id: org_1
  slug: site
  description: Shop
  force_https: false
  forwarded_headers:
    - { name: authorization, value: { secret: META_TOKEN } }
`;

export const COMPONENTS = `components:
  edgee/meta-capi:
    version: latest
    settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } }
  edgee/ga4:
    version: "1.0.0"
    settings: { measurement_id: G-1 }
`;
