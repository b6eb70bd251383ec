import { createClient, type Client, type ClientOptions, type TraceEvent } from "../api/client.ts";
import { systemClock, type Clock } from "../api/clock.ts";
import { NoAnswerError, type Call } from "../api/errors.ts";

/** Milliseconds after a silence in which calls fail at once. */
const REST = 60_000;

/** What is asked, and how long it may be silent. */
export interface Patience {
  /** Such as `the catalogue`. */
  readonly subject: string;
  /** Milliseconds without any answer after which all calls under way are given up. */
  readonly silence: number;
}

/** Runs calls on a client that gives up early. `call`: for the error. */
export type PatientRun = <Result>(call: Call, run: (client: Client) => Promise<Result>) => Promise<Result>;

/** The calls of one time, on a client of their own that can be stopped. */
interface Wave {
  readonly run: PatientRun;
}

/**
 * While calls wait and no answer at all arrives for some seconds, all of them are given up together, and later ones for a
 * minute: a service that hangs must not cost the deadline of a call each time. A wait that the service asked for (Retry-After)
 * is no silence.
 */
export function patientRun(options: ClientOptions, patience: Patience): PatientRun {
  const { clock = systemClock } = options;
  let silentUntil = Number.NEGATIVE_INFINITY;
  let wave: Wave | undefined;
  return async (call, run) => {
    if (clock.now() < silentUntil) throw silenceError(call, patience);
    wave ??= openWave(options, patience, clock, () => {
      silentUntil = clock.now() + REST;
      wave = undefined;
    });
    return wave.run(call, run);
  };
}

function openWave(options: ClientOptions, patience: Patience, clock: Clock, onSilence: () => void): Wave {
  const stop = new AbortController();
  let timer = new AbortController();
  let waiting = 0;

  /** Counts the silence from now, or from so many milliseconds later. */
  function restart(milliseconds = 0): void {
    timer.abort();
    if (waiting === 0) return;
    const own = new AbortController();
    timer = own;
    const giveUp = (): void => {
      stop.abort();
      onSilence();
    };
    clock.sleep(milliseconds + patience.silence, own.signal).then(giveUp, () => {
      // If the sleep fails although the timer is still on, the clock is broken.
      if (!own.signal.aborted) giveUp();
    });
  }

  function onTrace(event: TraceEvent): void {
    if (event.kind === "answer") restart();
    if (event.kind === "retry" || event.kind === "pause") restart(event.milliseconds);
  }

  const client = createClient({ ...options, signal: stop.signal, trace: onTrace });
  return {
    run: async (call, run) => {
      waiting += 1;
      if (waiting === 1) restart();
      try {
        return await run(client);
      } catch (error) {
        throw stop.signal.aborted ? silenceError(call, patience) : error;
      } finally {
        waiting -= 1;
        if (waiting === 0) timer.abort();
      }
    },
  };
}

function silenceError(call: Call, { subject, silence }: Patience): NoAnswerError {
  return new NoAnswerError(call, `${subject} does not answer (${silence / 1000} s)`, true, "Try again later.");
}
