import { DEFAULT_LABEL, type Inputs } from "../inputs.ts";

/** The label of a step in texts that GitHub does not show as Markdown: without what could be more than a word. Empty for the default one. */
export function safeLabel({ label }: Pick<Inputs, "label">): string {
  return label === DEFAULT_LABEL ? "" : label.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

/** The title of the issue of a step. */
export function issueTitle(inputs: Pick<Inputs, "label">): string {
  return `${["projectsync", safeLabel(inputs)].join(" ").trim()}: the service differs from the files`;
}
