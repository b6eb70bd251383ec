import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
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

describe("what surprises", () => {
  const its = useScene();

  it("a field that is no longer declared keeps its live value, and the preview says so", async () => {
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

  it("an error of a refresh is shown once, without a stack", async () => {
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

  it.each([
    ["project", 'adoptId: "prj_9"'],
    ["component", 'ifExists: "adopt"'],
    ["domain", 'ifExists: "adopt"'],
  ])("import of a %s is refused with what to declare instead, and without a stack", async (kind, instead) => {
    const preview = await its.stack.preview({ file: "programs/imported.ts", parameters: { kind, id: "prj_9" } });
    expect(preview.failed).toBe(true);
    expect(preview.text).toContain(`does not work with dynamic providers. Remove it, and declare \`${instead}\``);
    expect(preview.text).not.toMatch(/\n\s+at .*projectsync/);
  });
});
