import { createClient, type ClientOptions, type TraceEvent } from "../api/client.ts";
import { systemClock, type Clock } from "../api/clock.ts";
import { NoAnswerError } from "../api/errors.ts";
import { lookUp, type CatalogueEntry } from "../resources/catalogue.ts";

/*
 * A preview looks up each component twice: in the program, which marks secrets, and in the provider, which checks. A catalogue
 * that hangs must not cost the deadline of a call each time.
 */

/** Milliseconds without any answer after which all lookups under way are given up. The two of a preview take twice that. */
const LONGEST_SILENCE = 7_000;
/** Milliseconds after a silence in which lookups fail at once. */
const REST = 60_000;

/** The lookups of one time, on a client of their own that can be stopped. */
interface Wave {
  look(slug: string): Promise<CatalogueEntry>;
}

/**
 * Looks up components. While lookups wait and no answer at all arrives for some seconds, all of them are given up together.
 * A wait that the service asked for (Retry-After) is no silence.
 */
export function patientCatalogue(options: ClientOptions): (slug: string) => Promise<CatalogueEntry> {
  const { clock = systemClock } = options;
  let silentUntil = Number.NEGATIVE_INFINITY;
  let wave: Wave | undefined;
  return async (slug) => {
    if (clock.now() < silentUntil) throw silence(slug);
    wave ??= openWave(options, clock, () => {
      silentUntil = clock.now() + REST;
      wave = undefined;
    });
    return wave.look(slug);
  };
}

function openWave(options: ClientOptions, clock: Clock, onSilence: () => void): Wave {
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
    clock.sleep(milliseconds + LONGEST_SILENCE, own.signal).then(giveUp, () => {
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
    look: async (slug) => {
      waiting += 1;
      if (waiting === 1) restart();
      try {
        return await lookUp(client, slug);
      } catch (error) {
        throw stop.signal.aborted ? silence(slug) : error;
      } finally {
        waiting -= 1;
        if (waiting === 0) timer.abort();
      }
    },
  };
}

function silence(slug: string): NoAnswerError {
  const call = { method: "GET", path: `/v1/components/${slug}` };
  return new NoAnswerError(
    call,
    `the catalogue does not answer (${LONGEST_SILENCE / 1000} s)`,
    true,
    "Try again later.",
  );
}
