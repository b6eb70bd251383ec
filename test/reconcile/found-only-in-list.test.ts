import { expect, it } from "vitest";
import { always, file, MOVE, NAME, NEW, OLD, on, open, PROJECTS, refused } from "./scene.ts";

/* A service that takes none of the names by which it could be asked for what its list shows: nothing is gone. */

const missing = refused(404, "not_found_error");
const ABSENT = { "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`) };
const unfound = () =>
  open({
    projects: [OLD, NEW],
    faults: [on(`DELETE ${PROJECTS}/*/domains/*`, missing, always), on(`GET ${PROJECTS}/*/domains/*`, missing, always)],
  });

it("a deletion of what is not found, and is listed, is unknown", async () => {
  const scene = unfound();
  const { outcomes, messages } = await scene.apply(ABSENT);
  expect(outcomes).toEqual([`unknown org_1/old/${NAME}`]);
  expect(messages.join()).toContain("but still lists it");
  expect(scene.live()).toContain(`org_1/old/${NAME}`);
});

it.each([500, 403])(
  "a deletion of what is not found says so if its list cannot be read after it (%i)",
  async (status) => {
    const scene = open({
      projects: [OLD, NEW],
      faults: [
        on(`DELETE ${PROJECTS}/*/domains/*`, missing, always),
        on(`GET ${PROJECTS}/*/domains/*`, missing, always),
        on(`GET ${PROJECTS}/prj_old/domains`, refused(status, "api_error"), { nth: 2, times: "always" }),
      ],
    });
    const { messages } = await scene.apply(ABSENT);
    expect(messages).toEqual([expect.stringContaining("It was not read back")]);
    expect(scene.live()).toContain(`org_1/old/${NAME}`);
  },
);

it("a host name that cannot be detached does not move, without a wait of five minutes", async () => {
  const scene = unfound();
  const { outcomes, seconds } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(seconds).toBeLessThan(60);
  expect(scene.live()).toContain(`org_1/old/${NAME}`);
});

it("a project that only its list shows is not said to be deleted where nothing was sent", async () => {
  const gone = refused(404, "not_found_error");
  const { apply, live } = open({ faults: [on("GET /v1/projects/prj_2", gone, always)] });
  const { outcomes, writes } = await apply(file("empty", "  absent: true\n"));
  expect([outcomes, writes]).toEqual([["done org_1/empty"], ["DELETE /v1/projects/prj_2"]]);
  expect(live()).not.toContain("org_1/empty");
});
