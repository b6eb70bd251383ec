import { EngineError, type Engine, type EngineRun, type Step } from "./engine.ts";

/** The engine, with what it says redacted: it may quote the service, and what was sent. */
export function redactEngine(engine: Engine, redact: (text: string) => string): Engine {
  const shownStep = (step: Step): Step =>
    step.message === undefined ? step : { ...step, message: redact(step.message) };
  const shown = ({ steps, error }: EngineRun): EngineRun => ({
    steps: steps.map(shownStep),
    ...(error === undefined ? {} : { error: redact(error) }),
  });
  const shownIfAny = (run: EngineRun | undefined): EngineRun | undefined => run && shown(run);
  const fail = (error: unknown): never => {
    throw error instanceof EngineError ? new EngineError(error.reason, redact(error.message), error) : error;
  };
  return {
    stack: engine.stack,
    preview: async () => shownIfAny(await engine.preview().catch(fail)),
    findDrift: async () => shownIfAny(await engine.findDrift().catch(fail)),
    update: async (writes, onStep) => shown(await engine.update(writes, (step) => onStep(shownStep(step))).catch(fail)),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
