/**
 * Variables with which systems of continuous integration say that they run a job. Most set `CI`; the others have only their own. From the page
 * of each system about its predefined variables, and from the list of the package `ci-info`.
 */
const VARIABLES = [
  "CI",
  // These set `CI` too, which a job may have unset.
  "APPVEYOR",
  "BITBUCKET_BUILD_NUMBER",
  "BUILDKITE",
  "CIRCLECI",
  "DRONE",
  "GITHUB_ACTIONS",
  "GITLAB_CI",
  "SEMAPHORE",
  "TRAVIS",
  // Azure Pipelines
  "TF_BUILD",
  "JENKINS_URL",
  "TEAMCITY_VERSION",
  // AWS CodeBuild
  "CODEBUILD_BUILD_ID",
  // Atlassian Bamboo
  "bamboo_planKey",
  // GoCD
  "GO_PIPELINE_LABEL",
  // Google Cloud Build
  "BUILDER_OUTPUT",
  "RENDER",
  "TASKCLUSTER_ROOT_URL",
  // JetBrains Space
  "JB_SPACE_EXECUTION_NUMBER",
  "HUDSON_URL",
] as const;

/** Values that say no. */
const NO: ReadonlySet<string> = new Set(["", "0", "false"]);

/** True if this is a job of continuous integration. */
export function isContinuousIntegration(environment: Readonly<Record<string, string | undefined>>): boolean {
  return VARIABLES.some((name) => !NO.has((environment[name] ?? "").toLowerCase()));
}
