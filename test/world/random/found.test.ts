import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/faults/schedule.ts";
import { play } from "./play.ts";
import type { RunStep, Schedule } from "./schedule.ts";

/* What the checks must allow, and what they must not: schedules that random runs found, as small as they are. */

const APPLY: RunStep = {
  step: "run",
  mode: "apply",
  prune: [],
  maxDeletes: 5,
  rewriteSecrets: false,
  faults: [],
  faultSeed: 0,
  concurrency: 1,
};

const SITE = { organization: "org_1", slug: "site", absent: false, fields: {} };

const FAILURE: Fault = { kind: "answer", status: 500 };

const PLAIN: Schedule = { seed: 1, pageSize: 100, staleListsMs: 0, behaviour: {}, habits: {}, declared: [], steps: [] };

it("allows a second component if another one came by hand after the run read the list, also in a project that it renames", async () => {
  const components = new Map([["edgee/ga4", { absent: false, settings: { measurement_id: "G-1" } }]]);
  const body = { component_slug: "edgee/ga4", settings: { measurement_id: "G-hand" } };
  const [, last] = await play(
    {
      ...PLAIN,
      behaviour: { duplicateComponents: true },
      declared: [SITE],
      steps: [
        APPLY,
        { step: "files", declared: [{ ...SITE, slug: "new", previousSlug: "site", components }] },
        // The lists of the project are read by its third request.
        { ...APPLY, during: [{ request: 4, phase: "received", edit: { what: "integrate", of: 0, body } }] },
      ],
    },
    {},
  );
  expect(last?.report.applied?.outcomes).toMatchObject([{ status: "done" }, { status: "partial" }]);
});

it("allows a removal in a project that somebody renames after it was read, though a list that serves a hint shows that", async () => {
  const ga4 = (absent: boolean) => new Map([["edgee/ga4", { absent, settings: { measurement_id: "G-1" } }]]);
  // The list leaves the field out, so the project is read by its id. The other organization is empty: all projects are listed.
  const declared = [
    { ...SITE, fields: { override_cache: [] }, components: ga4(true) },
    { ...SITE, organization: "org_2" },
  ];
  const [, last] = await play(
    {
      ...PLAIN,
      declared: [{ ...SITE, components: ga4(false) }],
      steps: [
        APPLY,
        { step: "files", declared },
        {
          ...APPLY,
          during: [
            { request: 6, phase: "received", edit: { what: "update project", of: 0, body: { slug: "moved-away" } } },
          ],
        },
      ],
    },
    {},
  );
  expect(last?.report.applied?.outcomes).toMatchObject([{ status: "partial" }, { status: "done" }]);
});

describe("an update that was answered and not read back, of a component that lists show as it was before an edit by hand", () => {
  const settings = { measurement_id: "G-1" };
  const playWith = (fault?: Fault) =>
    play(
      {
        ...PLAIN,
        staleListsMs: 5_000,
        declared: [{ ...SITE, components: new Map([["edgee/ga4", { absent: false, version: "1.1.0", settings }]]) }],
        steps: [
          APPLY,
          { step: "wait", milliseconds: 12_000 },
          { step: "edit", edit: { what: "update component", of: 0, body: { settings: { measurement_id: "G-hand" } } } },
          {
            step: "files",
            declared: [
              { ...SITE, components: new Map([["edgee/ga4", { absent: false, version: "1.2.0", settings }]]) },
            ],
          },
          {
            ...APPLY,
            faults: [
              { method: "GET", path: "/v1/projects/*/components", nth: 2, times: "always", fault: FAILURE },
              { method: "GET", path: "/v1/projects/*/components/*", nth: 1, times: "always", fault: FAILURE },
              ...(fault === undefined ? [] : [{ method: "POST" as const, nth: 1, times: 1, fault }]),
            ],
          },
        ],
      },
      {},
    );

  it("is done: only what it changes must be as declared", async () => {
    const [, last] = await playWith();
    expect(last?.report.applied?.outcomes).toMatchObject([
      { status: "done", message: expect.stringMatching(/^It was not read back: /) },
    ]);
  });

  it("must have changed it", async () => {
    const answered = playWith({ kind: "answer", status: 200, body: {} });
    await expect(answered).rejects.toThrow("done update component org_1/site/edgee/ga4: version is not as declared");
  });
});
