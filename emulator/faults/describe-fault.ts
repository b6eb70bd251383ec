import type { Fault } from "./schedule.ts";

/** The name of a fault in the request log, such as "reset before". */
export function describeFault(fault: Fault): string {
  if (fault.kind === "reset") return `reset ${fault.when}`;
  if (fault.kind === "answer") return `answer ${fault.status}`;
  return fault.kind === "list" ? `list ${fault.as}` : fault.kind;
}

/** Whether a request that meets this fault still takes effect. */
export function isHandled(fault: Fault): boolean {
  if (fault.kind === "reset") return fault.when !== "before";
  const isChoice = fault.kind === "hang" || fault.kind === "answer" || fault.kind === "html";
  return !isChoice || fault.handled === true;
}
