import { expect, it } from "vitest";
import { startShowing } from "../sync/export/shown.ts";

/* P19: an export never holds the run's token, and leaves out a field that repeats the value of a secret of another one. */

const SECRET = "wJalr/K7+b==live";

it.each([
  ["as it is", SECRET],
  ["in a URL that keeps slashes", encodeURIComponent(SECRET).replaceAll("%2F", "/")],
  ["in a URL that escapes little", "wJalr%2FK7+b==live"],
  ["in JSON that escapes more", String.raw`wJalr/K7\u002Bb==live`],
  ["in base64", Buffer.from(`x:${SECRET}:y`).toString("base64")],
])("leaves out a description that repeats a header's value %s", async (_what, written) => {
  await using exporting = await startShowing({
    project: { description: `see https://h/?t=${written}`, forwarded_headers: [{ name: "x-key", value: SECRET }] },
  });
  const { projects } = await exporting.export();
  expect(projects.flatMap(({ notes }) => notes)).toContain(
    "project.description is left out: it holds the value of a secret.",
  );
  expect(JSON.stringify(await exporting.files({ projects, leftOut: [] }))).not.toContain("wJalr");
});

it("leaves out a type that repeats one: only a known type is a name", async () => {
  await using exporting = await startShowing({
    project: { type: SECRET, forwarded_headers: [{ name: "x-key", value: SECRET }] },
  });
  const { projects } = await exporting.export();
  expect(projects[0]?.notes).toContain("project.type is left out: it holds the value of a secret.");
  expect(JSON.stringify(await exporting.files({ projects, leftOut: [] }))).not.toContain("wJalr");
});
