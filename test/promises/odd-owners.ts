import { between, isList, records, type Between } from "../habit.ts";
import type { Fields } from "../world/oracle/meaning.ts";

/*
 * What a service may show as the owner of an object: of a project its organization, of what is in a project that project.
 */

/** Names another owner, or one in a form that is no id: it must never count as the declared one, nor as not said. */
export const othersThan = (own: string): readonly unknown[] => [
  "other_2",
  `${own} `,
  `${own},other_2`,
  JSON.stringify([own]),
  ["other_2"],
  [own],
  [],
  {},
  { id: "other_2" },
  { id: own },
  7,
  0,
  0.5,
  -1,
  true,
  false,
];

/** Names no owner. */
export const NOT_SAID: readonly unknown[] = [undefined, null, ""];

type Sort = "project" | "project_component" | "domain";

/** A service that shows the owner of some objects like this. `where`: in its lists, in single answers, or in both. */
export function showing(
  sort: Sort,
  owner: unknown,
  where: "lists" | "single" | "both" = "both",
  isMeant: (record: Fields) => boolean = () => true,
): Between {
  const field = sort === "project" ? "organization_id" : "project_id";
  return between(
    records(sort, (record, asked) => {
      const isHere = where === "both" || isList(asked) === (where === "lists");
      return isHere && isMeant(record) ? { ...record, [field]: owner } : record;
    }),
  );
}
