import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { askUntilCut } from "./cut-off.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const create = "POST /v1/projects";

it("resets the connection before the request takes effect", async () => {
  await using emulator = await startEmulator({ faults: { faults: [{ fault: { kind: "reset", when: "before" } }] } });
  expect(await askUntilCut(emulator, create, site)).toEqual({ text: "", end: "reset" });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual([]);
  expect(emulator.requests()).toMatchObject([
    { sequence: 1, method: "POST", body: site, authorized: true, handled: false, status: 0, fault: "reset before" },
    { sequence: 2, method: "GET", handled: true, status: 200 },
  ]);
  expect(emulator.requests()[1]).not.toHaveProperty("fault");
});

it("resets the connection after the request took effect, before the first byte of the answer", async () => {
  await using emulator = await startEmulator({ faults: { faults: [{ fault: { kind: "reset", when: "after" } }] } });
  expect(await askUntilCut(emulator, create, site)).toEqual({ text: "", end: "reset" });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 0, fault: "reset after" }, { handled: true }]);
});

it("resets the connection in the middle of the body", async () => {
  const faults = { faults: [{ fault: { kind: "reset", when: "body" } }] } as const;
  await using emulator = await startEmulator({ clock: testClock(), faults });
  const { text, end } = await askUntilCut(emulator, create, site);
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const whole = JSON.stringify((await ask(emulator, create, { ...site, slug: "othr" })).body);
  expect(end).toBe("reset");
  expect(head).toContain("HTTP/1.1 200 OK");
  expect(head).toContain(`content-length: ${whole.length}`);
  expect(body).toBe(
    whole
      .slice(0, Math.floor(whole.length / 2))
      .replace("prj_2", "prj_1")
      .replace("othr", "site"),
  );
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200, fault: "reset body" }, { status: 200 }]);
});
