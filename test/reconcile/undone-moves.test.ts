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
  ["was put back", `POST ${ATTACH}`, refused(400)],
  ["was never detached", `DELETE ${DETACH}`, refused(403, "forbidden_error")],
])("a host name that %s is not said to be attached to nothing", async (_what, at, fault) => {
  for (const [write, slug] of [
    [TWIN, "old"],
    [RENAME, "theirs"],
  ] as const) {
    const scene = open({
      projects: [OLD, NEW],
      service: { duplicateSlugs: true },
      meanwhile: { at, writes: [write] },
      faults: [on(at, fault, always)],
    });
    const { messages } = await scene.apply(MOVE);
    expect(scene.live()).toContain(`org_1/${slug}/${NAME}`);
    expect(messages.join()).not.toContain("attached to no project now");
  }
});
