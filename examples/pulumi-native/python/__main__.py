import projectsync_pulumi as projectsync
import pulumi

site = projectsync.Project(
    "site",
    organization_id="org_1",
    slug="site",
    description="Shop",
    rate_limiting=[{"rank": 1, "limit": 10}],
)
projectsync.ProjectComponent(
    "capi",
    project_id=site.id,
    component="edgee/meta-capi",
    settings={"pixel_id": "px-1", "access_token": pulumi.Config().require_secret("accessToken")},
)
projectsync.Domain("www", project_id=site.id, name="www.example.com")
catalogue = projectsync.get_catalogue_component(component="edgee/meta-capi")
pulumi.export("projectId", site.id)
pulumi.export("latest", catalogue.latest_version)
