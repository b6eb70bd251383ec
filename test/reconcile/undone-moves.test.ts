import { expect, it } from "vitest";
import { always, ATTACH, DETACH, MOVE, NAME, NEW, OLD, on, open, PROJECTS, refused } from "./scene.ts";

/* Somebody doubles or renames the OLD project of a move that is refused: what is said of where the host name is. */
const TWIN = {
  method: "POST",
  path: PROJECTS,
  body: { organization_id: "org_1", slug: "old", type: "proxy" },
} as const;
const RENAME = { method: "POST", path: `${PROJECTS}/prj_old`, body: { slug: "theirs" } } as const;

it.each([
  ["doubled", TWIN, "old"],
  ["renamed", RENAME, "theirs"],
])(
  "a host name that was put back is not said to be attached to nothing: old project %s",
  async (_what, write, slug) => {
    const scene = open({
      projects: [OLD, NEW],
      service: { duplicateSlugs: true },
      meanwhile: { at: `POST ${ATTACH}`, writes: [write] },
      faults: [on(`POST ${ATTACH}`, refused(400), always)],
    });
    const { messages } = await scene.apply(MOVE);
    expect(scene.live()).toContain(`org_1/${slug}/${NAME}`);
    expect(messages.join()).not.toContain("attached to no project now");
  },
);

it.each([
  ["doubled", TWIN, "old"],
  ["renamed", RENAME, "theirs"],
])(
  "a host name whose detachment was refused is not said to be attached to nothing: old project %s",
  async (_what, write, slug) => {
    const scene = open({
      projects: [OLD, NEW],
      service: { duplicateSlugs: true },
      meanwhile: { at: `DELETE ${DETACH}`, writes: [write] },
      faults: [on(`DELETE ${DETACH}`, refused(403, "forbidden_error"), always)],
    });
    const { messages } = await scene.apply(MOVE);
    expect(scene.live()).toContain(`org_1/${slug}/${NAME}`);
    expect(messages.join()).not.toContain("attached to no project now");
  },
);
