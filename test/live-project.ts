/** A live project of `org_1` with these domains. Its id is `prj_` and its slug. */
export const liveProject = (slug: string, domains: readonly string[] = [], organization = "org_1") => ({
  id: `prj_${slug}`,
  organization_id: organization,
  slug,
  type: "proxy" as const,
  domains: domains.map((name) => ({ name })),
});
