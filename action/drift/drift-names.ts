import { digest } from "../../core/plan/plan.ts";
import { firstLine, type StepIdentity } from "../comment/marker.ts";
import { DEFAULT_LABEL, type Inputs } from "../inputs.ts";

/** A title for a step. Of its label it has the words only: titles are not Markdown, and the label may come from a matrix. */
export function titleOf(inputs: Pick<Inputs, "label">, what: string): string {
  return `${["projectsync", ...wordsOf(inputs)].join(" ")}: ${what}`;
}

/** The branch of a step's pull request into the branch `base`. The digest tells steps apart whose labels have the same words. */
export function driftBranch(step: StepIdentity, base: string): string {
  return ["projectsync-drift", ...wordsOf(step), digest([firstLine(step), base]).slice(0, 10)].join("-");
}

function wordsOf({ label }: Pick<Inputs, "label">): string[] {
  return label === DEFAULT_LABEL ? [] : (label.match(/[A-Za-z0-9]+/g) ?? []);
}
