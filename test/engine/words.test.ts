import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ask } from "../ask.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";

useInstallation();

/** How often each line that holds the text is in the user's view at the end. */
function diagnostics(text: string, part: string): string[] {
  const [, end = ""] = text.split("\nDiagnostics:\n");
  const [shown = ""] = end.split("\nResources:\n");
  return shown
    .split("\n")
    .filter((line) => line.includes(part))
    .map((line) => line.trim());
}

describe("a domain that waits for its DNS", () => {
  const its = useScene();
  const waiting = (waitTimeout: number) =>
    site({ domains: { www: { name: "www.example.com", waitFor: "dns", waitTimeout } } });

  test("is not waited for in a preview, and exists with an error where the time is over", async () => {
    const preview = await its.stack.preview(waiting(3600));
    expect(preview.failed, preview.text).toBe(false);
    const up = await its.stack.up(waiting(1));
    expect(up.failed).toBe(true);
    expect(up.text).toContain(
      "Domain www.example.com is attached, but after 1 s its DNS does not point at the service",
    );
    expect(await its.stack.state()).toContain('"id":"prj_1/www.example.com"');
  });

  test("is waited for again by the next up, without a write", async () => {
    const up = await its.stack.up(waiting(1));
    expect(up.failed).toBe(true);
    expect(stepsTaken(up)).toEqual(["update www"]);
    expect(up.text).toContain("after 1 s its DNS does not point at the service");
    expect(writes(its.emulator)).toEqual([]);
  });

  test("is done with its DNS and its certificate, once they are there", async () => {
    its.emulator.setHabits({ domains: { dnsMs: 0, sslMs: 0 } });
    for (const waitFor of ["dns", "ssl"] as const) {
      const ready = site({ domains: { www: { name: "www.example.com", waitFor, waitTimeout: 60 } } });
      const up = await its.stack.up(ready);
      expect(up.failed, up.text).toBe(false);
      expect(stepsTaken(up)).toEqual(["update www"]);
      expect(stepsTaken(await its.stack.preview(ready))).toEqual([]);
    }
    expect(await its.stack.state()).toContain('"sslStatus":true');
    expect(writes(its.emulator)).toEqual([]);
  });

  test("is updated without a write where the program no longer waits", async () => {
    const up = await its.stack.up(site({ domains: { www: "www.example.com" } }));
    expect(up.failed, up.text).toBe(false);
    expect(stepsTaken(up)).toEqual(["update www"]);
    expect(writes(its.emulator)).toEqual([]);
    expect(stepsTaken(await its.stack.preview(site({ domains: { www: "www.example.com" } })))).toEqual([]);
  });
});

describe("the catalogue", () => {
  const its = useScene();
  const path = "/v1/components/edgee/ga4";
  const latest = site({
    components: { ga: { component: "edgee/ga4", version: "latest", settings: { measurement_id: "G-1" } } },
  });

  test("whose latest version no longer takes what is declared: the preview says from where to where, and how to pin", async () => {
    await its.stack.up(latest);
    const entry = z
      .object({ versions: z.record(z.string(), z.object({ dynamic_fields: z.array(z.unknown()) }).loose()) })
      .loose()
      .parse(await ask(its.emulator, `GET ${path}`));
    const region = { name: "region", title: "Region", type: "string", required: true, secret: false };
    const moved = { ...entry.versions["1.2.0"], version: "2.0.0", dynamic_fields: [region] };
    const body = { ...entry, latest_version: "2.0.0", versions: { ...entry.versions, "2.0.0": moved } };
    its.emulator.setFaults({
      faults: [{ method: "GET", path, times: "always", fault: { kind: "answer", status: 200, body } }],
    });
    its.emulator.reset();
    const preview = await its.stack.preview(latest);
    its.emulator.setFaults({});
    expect(preview.failed).toBe(true);
    expect(preview.text).toContain(
      'version: latest moved from 1.2.0 to 2.0.0, which does not take what is declared. To keep 1.2.0, declare version: "1.2.0".',
    );
    expect(writes(its.emulator)).toEqual([]);
  });

  test("that does not answer fails the preview within one short wait, and names the component", async () => {
    its.emulator.setFaults({ faults: [{ method: "GET", path, times: "always", fault: { kind: "hang" } }] });
    const preview = await its.stack.preview(latest);
    its.emulator.setFaults({});
    expect(preview.failed).toBe(true);
    expect(preview.text).toContain(`GET ${path}: the catalogue does not answer (7 s). Try again later.`);
    expect(writes(its.emulator)).toEqual([]);
  });
});

describe("what surprises", () => {
  const its = useScene();

  test("a field that is no longer declared keeps its live value, and the preview says so", async () => {
    await its.stack.up(site({ project: { cookieName: "mine" } }));
    its.emulator.reset();
    const preview = await its.stack.preview(site({}));
    expect(preview.text).toContain(
      "warning: Project site of org_1: cookieName is no longer managed, and keeps its live value: it is not removed. " +
        "To ask for the default, declare null.",
    );
    await its.stack.up(site({}));
    expect(writes(its.emulator)).toEqual([]);
    expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toHaveProperty("cookie_name", "mine");
  });

  test("an error of a refresh is shown once, without a stack", async () => {
    const body = { error: { type: "forbidden_error", message: "not today" } };
    const fault = { kind: "answer", status: 403, body } as const;
    its.emulator.setFaults({ faults: [{ method: "GET", times: "always", fault }] });
    const refresh = await its.stack.refresh();
    its.emulator.setFaults({});
    expect(refresh.failed).toBe(true);
    expect(diagnostics(refresh.text, "not today")).toHaveLength(1);
    expect(diagnostics(refresh.text, "read of")).toEqual(["projectsync: read of project prj_1 failed"]);
    expect(refresh.text).not.toMatch(/\n\s+at .*provider/);
  });

  test.each([
    ["project", 'adoptId: "prj_9"'],
    ["component", 'ifExists: "adopt"'],
    ["domain", 'ifExists: "adopt"'],
  ])("import of a %s is refused with what to declare instead, and without a stack", async (kind, instead) => {
    const preview = await its.stack.preview({ file: "programs/imported.ts", parameters: { kind, id: "prj_9" } });
    expect(preview.failed).toBe(true);
    expect(preview.text).toContain(`does not work with dynamic providers. Remove it, and declare \`${instead}\``);
    expect(preview.text).not.toContain("refuse-import");
  });
});
