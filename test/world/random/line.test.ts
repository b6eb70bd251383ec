import { describe, expect, it } from "vitest";
import { createClient } from "../../../core/api/client.ts";
import { virtualClock } from "../clock.ts";
import { inProcess } from "../in-process.ts";
import { ADDRESS } from "../open-world.ts";
import { watchService } from "../oracle/service.ts";
import { openLine, type Kill } from "./line.ts";

const never = new AbortController().signal;

function openScene(kill?: Kill) {
  const clock = virtualClock();
  const service = watchService({ clock });
  const line = openLine({ connection: inProcess(service.handle, clock), clock, kill, onRequest: () => undefined });
  const { token } = service;
  const client = createClient({ baseUrl: ADDRESS, token, userAgent: "test", ...line });
  return { clock, service, line, client };
}

const settled = async (work: Promise<unknown>): Promise<boolean> => {
  let isSettled = false;
  void work.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
};

describe("a run that is killed at its second request", () => {
  it.each([
    ["received", 0],
    ["handled", 1],
  ] as const)("when it was %s, hears and sends nothing any more: %i project there", async (phase, projects) => {
    const { clock, service, line, client } = openScene({ request: 2, phase });
    await client.projects.list();
    const creating = client.projects.create({ organization_id: "org_1", slug: "site", type: "proxy" });
    await line.cut;
    expect(await settled(Promise.race([creating, client.projects.list(), line.clock.sleep(1, never)]))).toBe(false);
    expect(service.truth().size).toBe(projects);
    expect(service.takeSeen()).toHaveLength(1 + projects);
    await clock.idle();
  });

  it("leaves no request waiting in the service", async () => {
    const { clock, service, line, client } = openScene({ request: 2, phase: "received" });
    service.setFaults({ faults: [{ nth: 1, fault: { kind: "hang" } }] });
    const hanging = client.projects.list();
    void client.projects.get("prj_1").catch(() => undefined);
    await line.cut;
    expect(await settled(hanging)).toBe(false);
    await clock.idle();
  });
});

it("a run that sends requests without end is found out", async () => {
  const { line, client } = openScene();
  const endless = async (): Promise<void> => {
    for (;;) await client.checkAccess();
  };
  await expect(Promise.race([endless(), line.cut])).rejects.toThrow("sends more than 10000 requests");
});
