import type { Engine, EngineRun, Step } from "./engine.ts";

/** The engine, with what it says of each object redacted: it may quote the service, and what was sent. */
export function redactEngine(engine: Engine, redact: (text: string) => string): Engine {
  const shownStep = (step: Step): Step =>
    step.message === undefined ? step : { ...step, message: redact(step.message) };
  const shown = ({ steps, error }: EngineRun): EngineRun => ({
    steps: steps.map(shownStep),
    ...(error === undefined ? {} : { error: redact(error) }),
  });
  const shownIfAny = (run: EngineRun | undefined): EngineRun | undefined => run && shown(run);
  return {
    stack: engine.stack,
    preview: async () => shownIfAny(await engine.preview()),
    findDrift: async () => shownIfAny(await engine.findDrift()),
    update: async (writes, onStep) => shown(await engine.update(writes, (step) => onStep(shownStep(step)))),
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
