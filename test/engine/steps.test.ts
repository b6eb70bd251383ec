import { expect, it } from "vitest";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { collectSteps } from "../../sync/engine/steps.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { redacted } from "../redacted.ts";

const urn = (type: string, key: string): string =>
  `urn:pulumi:dev::sites::pulumi-nodejs:dynamic/projectsync:${type}::${key}`;

it("a refresh tells nothing of an object that it has only begun to read", () => {
  const metadata = (key: string) => ({
    op: "refresh" as const,
    urn: urn("Project", key),
    type: "pulumi-nodejs:dynamic/projectsync:Project",
    provider: "",
  });
  const { add, steps } = collectSteps(true, redacted);
  const events: Partial<EngineEvent>[] = [
    { resourcePreEvent: { metadata: metadata("org_1/a") } },
    { resourcePreEvent: { metadata: metadata("org_1/b") } },
    { resourcePreEvent: { metadata: metadata("org_1/c") } },
    { resOutputsEvent: { metadata: metadata("org_1/a"), planning: true } },
    { diagnosticEvent: { severity: "error", urn: urn("Project", "org_1/b"), message: "403", color: "never" } },
  ];
  for (const event of events) add({ sequence: 0, timestamp: 0, ...event });
  expect(steps().map(({ key, status, message }) => [key, status, message])).toEqual([
    ["org_1/a", "done", undefined],
    ["org_1/b", "failed", "403"],
  ]);
});

it("an operation that only a newer engine knows is not taken for none", () => {
  const { add, steps } = collectSteps(false, redacted);
  const metadata = { op: "same" as const, urn: urn("Project", "org_1/a"), type: "", provider: "" };
  add({ sequence: 0, timestamp: 0, resourcePreEvent: { metadata: Object.assign(metadata, { op: "transmute" }) } });
  expect(steps()[0]?.action).not.toBe("same");
});

it("a project that was only looked up, and that no file names any more, is forgotten", () => {
  const { add, steps } = collectSteps(false, redacted);
  const state = { type: "", urn: "", id: "prj_1", parent: "", inputs: {}, outputs: {}, provider: "" };
  const metadata = { op: "discard" as const, urn: urn("Project", "org_1/a"), type: "", provider: "", old: state };
  add({ sequence: 0, timestamp: 0, resourcePreEvent: { metadata } });
  // With its id: the writes of what the stack deletes in it are planned by that.
  expect(steps()).toMatchObject([{ action: "forget", key: "org_1/a", id: "prj_1" }]);
});

it("a secret of several lines is taken out of an error before its lines are joined", () => {
  const { redact } = createRedaction(["-----BEGIN KEY-----\n  at secret-line\n-----END KEY-----"]);
  const { add, error } = collectSteps(false, redact);
  const message = "bad -----BEGIN KEY-----\n  at secret-line\n-----END KEY-----\n    at file.ts:1";
  add({ sequence: 0, timestamp: 0, diagnosticEvent: { severity: "error", message, color: "never" } });
  expect(error()).toBe("bad (secret)");
});
