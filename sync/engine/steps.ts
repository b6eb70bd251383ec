import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import type { Redact, Redacted } from "../../core/text/redaction.ts";
import { KINDS, TYPE_NAMES, type KindName } from "../../core/resources/kind.ts";
import type { EngineStep } from "./engine.ts";
import { nameOf } from "../../core/reconcile/step.ts";

/** The types of the resources in a stack, as Pulumi writes them. */
const TYPES = new Map(KINDS.map((kind) => [`pulumi-nodejs:dynamic/projectsync:${TYPE_NAMES[kind]}`, kind]));

/**
 * Turns the events of one operation into steps. `isRefresh`: the operation is a refresh. In all others, the steps of the refresh before them
 * do not count. `mark`: ends the message of each write that was refused because it was not planned.
 */
export function collectSteps(isRefresh: boolean, redact: Redact, mark?: string) {
  const steps = new Map<string, EngineStep>();
  const messages = new Map<string, string>();
  let general: string | undefined;

  const put = (metadata: StepEventMetadata, status: EngineStep["status"]): EngineStep | undefined => {
    const object = objectOf(metadata.urn);
    if (object === undefined || (metadata.op === "refresh" && status !== "failed" && !isRefresh)) return undefined;
    const before = steps.get(nameOf(object));
    // The events of a replacement are about one object.
    const isReplaced = before?.action === "replace" && before.status !== "failed";
    const step: EngineStep = {
      ...object,
      action: isReplaced ? "replace" : actionOf(metadata, isRefresh),
      ...serviceId(metadata),
      settings: settingsOf(object.kind, metadata),
      status,
      ...explained(messages.get(metadata.urn), mark),
    };
    steps.set(nameOf(object), step);
    return step;
  };

  return {
    /** Returns the step that has just ended. */
    add: ({
      resourcePreEvent,
      resOutputsEvent,
      resOpFailedEvent,
      diagnosticEvent,
    }: EngineEvent): EngineStep | undefined => {
      if (resourcePreEvent !== undefined) put(resourcePreEvent.metadata, "planned");
      if (resOutputsEvent !== undefined) {
        return put(resOutputsEvent.metadata, resOutputsEvent.planning === true && !isRefresh ? "planned" : "done");
      }
      if (resOpFailedEvent !== undefined) return put(resOpFailedEvent.metadata, "failed");
      // Other levels hold the inputs of resources, secrets included (observed: debug).
      if (diagnosticEvent?.severity !== "error") return undefined;
      const { urn = "", message } = diagnosticEvent;
      const object = objectOf(urn);
      const text = withoutStack(redact(message));
      if (object === undefined) {
        general ??= text;
        return undefined;
      }
      const first = messages.get(urn) ?? text;
      messages.set(urn, first);
      // A check that fails in a preview has no event of a step.
      const begun: Omit<EngineStep, "status"> = steps.get(nameOf(object)) ?? {
        ...object,
        action: "same",
        settings: [],
      };
      steps.set(nameOf(object), { ...begun, status: "failed", ...explained(first, mark) });
      return undefined;
    },
    // A refresh that has only begun to read says nothing.
    steps: (): readonly EngineStep[] => [...steps.values()].filter(({ status }) => !isRefresh || status !== "planned"),
    /** The first error that is about no single object. */
    error: () => general,
  };
}

function explained(text: string | undefined, mark: string | undefined): Pick<EngineStep, "message" | "isRefused"> {
  if (text === undefined) return {};
  if (mark === undefined || !text.includes(mark)) return { message: text };
  return { message: text.slice(0, text.indexOf(mark)).trim(), isRefused: true };
}

/** `urn:pulumi:<stack>::<project>::<type>::<name>`; the type of a child follows those of its parents and `$`. */
function objectOf(urn: string): Pick<EngineStep, "kind" | "key"> | undefined {
  const [, , types = "", ...name] = urn.split("::");
  const kind = TYPES.get(types.split("$").at(-1) ?? "");
  return kind === undefined ? undefined : { kind, key: name.join("::") };
}

/** Operations of Pulumi, and what each does with an object. A newer engine may have others: their steps have no action, so they match no plan. */
const ACTIONS: Readonly<Record<Exclude<StepEventMetadata["op"], "refresh">, EngineStep["action"]>> = {
  create: "create",
  import: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
  "import-replacement": "replace",
  "remove-pending-replace": "replace",
  same: "same",
  read: "same",
  "read-replacement": "same",
  // An object that was only looked up.
  discard: "forget",
  "discard-replaced": "same",
};

function actionOf({ op, old, new: now, detailedDiff }: StepEventMetadata, isRefresh: boolean): EngineStep["action"] {
  if (op === "delete" && old?.retainOnDelete === true && !isRefresh) return "forget";
  if (op !== "refresh") return ACTIONS[op];
  if (now === undefined) return "delete";
  return Object.keys(detailedDiff ?? {}).length > 0 ? "update" : "same";
}

/** A child's id in Pulumi begins with its project's: `prj_1/pc_2`. */
function serviceId({ old, new: now }: StepEventMetadata): Pick<EngineStep, "id"> {
  const id = now?.id || old?.id;
  return id === undefined || id === "" ? {} : { id: id.slice(id.indexOf("/") + 1) };
}

/** A setting that is no longer declared keeps its value. */
function settingsOf(kind: KindName, { op, detailedDiff }: StepEventMetadata): string[] {
  const differences = kind === "component" && op === "update" ? Object.entries(detailedDiff ?? {}) : [];
  return differences
    .filter(([path, { diffKind }]) => path.startsWith("settings") && !diffKind.startsWith("delete"))
    .map(([path]) => path);
}

/** On one line, without the stack that Pulumi adds to an error of a program. */
function withoutStack(text: Redacted): string {
  const lines = text.trim().split("\n");
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .map((line) => line.trim())
    .join(" ");
}
