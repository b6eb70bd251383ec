/** Milliseconds that writes under way are given once a run is asked to stop. GitHub kills 10 seconds after it cancels. */
const DRAIN = 5_000;

/** What a shell calls the end by each of the two signals: 128 and its number. */
export const SIGNAL_EXIT_CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

/** From being asked to stop to letting go. */
export interface Stop extends Disposable {
  /** Whether the run was asked to. */
  readonly isAsked: boolean;
  /** Ends every request and wait: at once while only reading, 5 seconds after the asking once something may be written. */
  readonly letGo: AbortSignal;
  /** From now on requests may be writes. */
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
