package main

import (
	"github.com/projectsync/projectsync/sdk/go/projectsync"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		site, err := projectsync.NewProject(ctx, "site", &projectsync.ProjectArgs{
			OrganizationId: pulumi.String("org_1"),
			Slug:           pulumi.String("site"),
			Description:    pulumi.String("Shop"),
			RateLimiting: projectsync.RateLimitingRuleArray{
				projectsync.RateLimitingRuleArgs{Rank: pulumi.Int(1), Limit: pulumi.Int(10)},
			},
		})
		if err != nil {
			return err
		}
		_, err = projectsync.NewProjectComponent(ctx, "capi", &projectsync.ProjectComponentArgs{
			ProjectId: site.ID(),
			Component: pulumi.String("edgee/meta-capi"),
			Settings: pulumi.Map{
				"pixel_id":     pulumi.String("px-1"),
				"access_token": config.RequireSecret(ctx, "accessToken"),
			},
		})
		if err != nil {
			return err
		}
		_, err = projectsync.NewDomain(ctx, "www", &projectsync.DomainArgs{
			ProjectId: site.ID(),
			Name:      pulumi.String("www.example.com"),
		})
		if err != nil {
			return err
		}
		catalogue, err := projectsync.GetCatalogueComponent(ctx, &projectsync.GetCatalogueComponentArgs{
			Component: "edgee/meta-capi",
		})
		if err != nil {
			return err
		}
		ctx.Export("projectId", site.ID())
		ctx.Export("latest", pulumi.StringPtrFromPtr(catalogue.LatestVersion))
		return nil
	})
}
