/** What the tool and the runner are told for themselves: tokens, mostly. */
const OWN = /^(?:INPUT_.*|ACTIONS_.*|PROJECTSYNC_TOKEN|GITHUB_TOKEN)$/s;

type Environment = Readonly<Record<string, string | undefined>>;

/** The part of the environment that a project file may refer to: whoever writes one must not send our tokens anywhere. */
export function fileEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OWN.test(name)));
}
