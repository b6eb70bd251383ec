/**
 * Milliseconds for running writes to finish after a run is asked to stop. GitHub kills a cancelled step after 10 seconds
 * (observed).
 */
const DRAIN = 5_000;

/** Exit codes of a process that was stopped by a signal: 128 and the signal's number, as shells report it. */
export const SIGNAL_EXIT_CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

/** How a run stops. */
export interface Stop extends Disposable {
  /** Whether the run was asked to stop. */
  readonly isAsked: boolean;
  /** Aborts every request and wait: at once while the run only reads, 5 seconds after the request to stop if it writes. */
  readonly letGo: AbortSignal;
  /** From now on the run writes. */
  startWriting(): void;
  mayHaveWritten(): boolean;
}

export function stopOn(asked: AbortSignal | undefined): Stop {
  const letGo = new AbortController();
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    if (isWriting) timer = setTimeout(() => letGo.abort(), DRAIN);
    else letGo.abort();
  };
  if (asked?.aborted) stop();
  else asked?.addEventListener("abort", stop, { once: true });
  return {
    get isAsked() {
      return asked?.aborted === true;
    },
    letGo: letGo.signal,
    startWriting: () => {
      isWriting = true;
    },
    mayHaveWritten: () => isWriting,
    [Symbol.dispose]: () => {
      asked?.removeEventListener("abort", stop);
      clearTimeout(timer);
    },
  };
}
