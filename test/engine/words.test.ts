import { describe, expect, test } from "vitest";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";

useInstallation();

describe("experiments", () => {
  const its = useScene();

  test("wait", async () => {
    const domains = { www: { name: "www.example.com", waitFor: "dns" as const, waitTimeout: 1 } };
    const one = await its.stack.up(site({ project: { cookieName: "mine" }, domains }));
    console.log("UP1", one.text);
    const two = await its.stack.up(site({ project: { cookieName: "mine" }, domains }));
    console.log("UP2", two.text);
    console.log(
      "PREVIEW-REMOVED",
      (await its.stack.preview(site({ domains }))).text,
      stepsTaken(await its.stack.preview(site({ domains }))),
    );
    its.emulator.setFaults({
      faults: [
        {
          method: "GET",
          times: "always",
          fault: { kind: "answer", status: 403, body: { error: { type: "forbidden_error", message: "no" } } },
        },
      ],
    });
    console.log("REFRESH", (await its.stack.refresh()).text);
    its.emulator.setFaults({});
    console.log(
      "IMPORT",
      (await its.stack.preview({ file: "programs/imported.ts", parameters: { kind: "project", id: "prj_1" } })).text,
    );
    expect(writes).toBeDefined();
    expect(ask).toBeDefined();
  });
});
