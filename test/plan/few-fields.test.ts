import { expect, it } from "vitest";
import { projectFields } from "../../core/resources/project-fields.ts";
import { formatFewFields } from "../../sync/report/render-plan.ts";
import { startWith } from "../sync/world.ts";

const FLAGS = Object.entries(projectFields).flatMap(([name, schema]) =>
  schema.safeParse(true).success ? [`  ${name}: true\n`] : [],
);
const fileOf = (slug: string, flags: number, more = ""): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${FLAGS.slice(0, flags).join("")}${more}`;
const SEED = { projects: ["a", "b", "c", "gone"].map((slug) => ({ organization_id: "org_1", slug })) };

async function planOf(files: Readonly<Record<string, string>>, only?: readonly string[]) {
  await using world = await startWith(files, { seed: SEED });
  const { plan } = await world.run("plan", { only });
  return plan && { ...plan, text: formatFewFields(plan) };
}

it("is noted once that few fields of live projects are managed: less than a third", async () => {
  const known = Object.keys(projectFields).length - 1;
  const most = Math.ceil(known / 3) - 1;
  expect(await planOf({ "a.yaml": fileOf("a", most) })).toMatchObject({
    fewFields: { projects: 1, managed: most, known },
    text: `1 project manages ${most} of its ${known} fields; projectsync export writes all of them.`,
  });
  expect(
    await planOf({ "a.yaml": fileOf("a", most), "b.yaml": fileOf("b", 1, "  description: null\n") }),
  ).toMatchObject({
    fewFields: { projects: 2, managed: most + 2, known: 2 * known },
    text: `2 projects manage ${most + 2} of their ${2 * known} fields; projectsync export writes all of them.`,
  });
  const enough = await planOf({
    "a.yaml": fileOf("a", most + 1),
    "b.yaml": fileOf("b", most, "  type: { env: UNSET }\n"),
  });
  expect(enough).not.toHaveProperty("fewFields");
  expect(enough?.text).toBeUndefined();
});

it("is not noted of a project that is created, deleted, blocked or left out", async () => {
  const plan = await planOf(
    {
      "new.yaml": fileOf("new", 1),
      "gone.yaml": fileOf("gone", 0, "  absent: true\n"),
      "a.yaml": fileOf("a", 1, "  id: prj_7\n"),
      "b.yaml": fileOf("b", 1, "domains: [b.example.com]\n"),
      "c.yaml": fileOf("c", 1),
    },
    ["org_1/new", "org_1/gone", "org_1/a", "org_1/b/b.example.com"],
  );
  expect(plan?.counts).toMatchObject({ create: 2, delete: 1, blocked: 1 });
  expect(plan).not.toHaveProperty("fewFields");
});

it("is not noted of a file that is only about what is in its project", async () => {
  expect(await planOf({ "a.yaml": fileOf("a", 0, "domains: []\n") })).not.toHaveProperty("fewFields");
});
