/**
 * Milliseconds for running writes to finish after a run is asked to stop. GitHub kills a cancelled step after 10 seconds
 * (observed).
 */
const DRAIN_TIME = 5_000;

/** Exit codes of a process that was stopped by a signal: 128 and the signal's number, as shells report it. */
export const SIGNAL_EXIT_CODES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The exit code of a run that ended with `exitCode`, and may have got a signal: if all was done before it came, nothing changes. */
export function exitCodeAfter({ aborted, reason }: AbortSignal, exitCode: number): number {
  return aborted && exitCode !== 0 ? (SIGNAL_EXIT_CODES[String(reason)] ?? exitCode) : exitCode;
}

/** How a run stops. */
export interface Stop extends Disposable {
  /** True if the run was asked to stop. */
  readonly isRequested: boolean;
  /** Aborts every request and wait: 5 seconds after the request to stop while the run writes, at once before and after that. */
  readonly abortSignal: AbortSignal;
  /** Call it before the first write: from then on, a stop lets running writes finish. */
  startWriting(): void;
  /** Call it after the last write: from then on, a stop ends everything at once. */
  endWriting(): void;
  /** True if anything may have been written. */
  hasStartedWriting(): boolean;
}

/** Stops a run when `request` aborts. Dispose of it when the run ends. */
export function stopOn(request: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  let isWriting = false;
  let hasStarted = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (isWriting) timer = setTimeout(() => controller.abort(), DRAIN_TIME);
    else controller.abort();
  };
  if (request?.aborted) stop();
  else request?.addEventListener("abort", stop, { once: true });
  return {
    get isRequested() {
      return request?.aborted === true;
    },
    abortSignal: controller.signal,
    startWriting: () => {
      isWriting = true;
      hasStarted = true;
    },
    endWriting: () => {
      isWriting = false;
      if (request?.aborted === true) controller.abort();
    },
    hasStartedWriting: () => hasStarted,
    [Symbol.dispose]: () => {
      request?.removeEventListener("abort", stop);
      clearTimeout(timer);
    },
  };
}
