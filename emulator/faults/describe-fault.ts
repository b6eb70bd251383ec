import type { Fault } from "./schedule.ts";

/** The name of a fault in the request log, such as "reset before". */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case "reset":
      return `reset ${fault.when}`;
    case "answer":
      return `answer ${fault.status}`;
    case "list":
      return `list ${fault.as}`;
    case "hang":
    case "slow-body":
    case "html":
    case "truncated":
    case "huge":
      return fault.kind;
  }
}

/** Whether a request that meets this fault still takes effect. */
export function isHandled(fault: Fault): boolean {
  switch (fault.kind) {
    case "reset":
      return fault.when !== "before";
    case "hang":
    case "answer":
    case "html":
      return fault.handled ?? false;
    case "slow-body":
    case "truncated":
    case "huge":
    case "list":
      return true;
  }
}
