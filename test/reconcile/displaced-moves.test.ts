import { expect, it } from "vitest";
import { ATTACH, MOVE, NEW, OLD, on, open, PROJECTS, PUT_BACK, refused, NAME } from "./scene.ts";

/* A move into a project that somebody doubles or renames meanwhile, which is refused: what is said of the host name. */
const TWIN = {
  method: "POST",
  path: PROJECTS,
  body: { organization_id: "org_1", slug: "new", type: "proxy" },
} as const;
const RENAME = { method: "POST", path: `${PROJECTS}/prj_new`, body: { slug: "theirs" } } as const;
const no = refused(400);

it.each([
  ["doubled", TWIN],
  ["renamed", RENAME],
])("a host name that is attached to nothing is failed, and that is said first: target %s", async (_what, write) => {
  const scene = open({
    projects: [OLD, NEW],
    service: { duplicateSlugs: true },
    meanwhile: { at: `POST ${ATTACH}`, writes: [write] },
    faults: [on(`POST ${ATTACH}`, no, { times: "always" }), on(`POST ${PUT_BACK}`, no, { times: "always" })],
  });
  const { outcomes, messages } = await scene.apply(MOVE);

  expect(scene.live()).not.toContainEqual(expect.stringContaining(NAME));
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(messages).toEqual([expect.stringContaining("attached to no project now")]);
});

it.each([
  ["doubled", TWIN],
  ["renamed", RENAME],
])("a host name that is back at its old project is failed, and that is said: target %s", async (_what, write) => {
  const scene = open({
    projects: [OLD, NEW],
    service: { duplicateSlugs: true },
    meanwhile: { at: `POST ${ATTACH}`, writes: [write] },
    faults: [on(`POST ${ATTACH}`, no, { times: "always" })],
  });
  const { outcomes, messages } = await scene.apply(MOVE);

  expect(scene.live()).toContain(`org_1/old/${NAME}`);
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(messages).toEqual([expect.stringContaining("is attached to prj_old again")]);
});

it("a host name that may be attached to nothing is unknown, and that is said: target doubled", async () => {
  const scene = open({
    projects: [OLD, NEW],
    service: { duplicateSlugs: true },
    meanwhile: { at: `POST ${ATTACH}`, writes: [TWIN] },
    faults: [on(`POST ${ATTACH}`, refused(500), { times: "always" }), on(`POST ${PUT_BACK}`, no, { times: "always" })],
  });
  const { messages } = await scene.apply(MOVE);

  expect(messages).toEqual([expect.stringContaining("attached to no project now")]);
});
