import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { liveProject } from "../live-project.ts";
import { checkOut, projectFile, startService } from "./service.ts";

const NAME = "www.example.com";
const FILES = {
  "new.yaml": projectFile("new", `domains: [${NAME}]\n`),
  "old.yaml": projectFile("old", `  absent: true\ndomains:\n  - { name: ${NAME}, absent: true }\n`),
};
const SEED = { projects: [liveProject("old", [NAME]), liveProject("new")] };

describe("a run that is cancelled while a domain moves", () => {
  it.concurrent.each([[["SIGINT"]], [["SIGTERM"]], [["SIGINT", "SIGTERM"]]] as const)(
    "finishes the move, starts no other write, and writes outputs and summary: %j",
    async (signals) => {
      await using service = await startService({ seed: SEED, latencyMs: 300 });
      await using checkout = await checkOut(FILES);
      const { child, printed, ended } = await service.start({
        mode: "apply",
        ...checkout,
        inputs: { files: "*.yaml" },
      });
      const result = ended();
      await expect
        .poll(() => service.emulator.requests().map(({ method }) => method), { timeout: 10_000, interval: 5 })
        .toContain("DELETE");
      for (const signal of signals) {
        child.kill(signal);
        // Only a signal that was handled comes before the next one: of two pending signals, either can be handled first.
        await expect.poll(printed, { timeout: 10_000, interval: 5 }).toContain("Stopping");
      }

      expect(await result).toMatchObject({
        code: signals[0] === "SIGINT" ? 130 : 143,
        stderr: "",
        outputs: { mode: "apply", result: "stopped", changed: "true", move: "1", delete: "1" },
        summary: expect.stringContaining("The run was stopped."),
      });
      expect(service.writes()).toEqual([
        `DELETE /v1/projects/prj_old/domains/${NAME}`,
        "POST /v1/projects/prj_new/domains",
      ]);
      const domains = await ask(service.emulator, "GET /v1/projects/prj_new/domains");
      expect(domains).toMatchObject({ data: [{ name: NAME }] });
    },
  );
});
