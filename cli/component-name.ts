import { InvalidRequestError } from "../provider/api/errors.ts";
import { COMPONENT_SLUG } from "../provider/resources/catalogue.ts";

/** Throws InvalidRequestError if the text cannot name a component of the catalogue. */
export function checkComponentName(slug: string): void {
  if (COMPONENT_SLUG.test(slug)) return;
  throw new InvalidRequestError(
    `${JSON.stringify(slug.slice(0, 80))} is not a component. Write organization/component, such as edgee/ga4.`,
  );
}
