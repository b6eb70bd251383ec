/** Whether writes may begin. Once closed, it stays closed. */
export interface Gate {
  /** Aborts when it closes; the reason is a sentence. */
  readonly closed: AbortSignal;
  close(reason: string): void;
}

/** Closes by itself when the run is asked to stop. */
export function openGate(stop: AbortSignal | undefined): Gate {
  const gate = new AbortController();
  const close = (reason: string): void => gate.abort(reason);
  const stopped = (): void => close("The run was stopped.");
  if (stop?.aborted) stopped();
  else stop?.addEventListener("abort", stopped, { once: true });
  return { closed: gate.signal, close };
}
