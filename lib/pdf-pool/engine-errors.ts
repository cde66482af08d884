/** More work is waiting than the engine will queue; the domain answers 503 `unavailable` with Retry-After. */
export class EngineBusyError extends Error {
  constructor() {
    super("the PDF engine has too much waiting");
    this.name = "EngineBusyError";
  }
}

/** A signing task was given up for its time, twice if another task ended its thread; nothing was written. Answers 503. */
export class EngineTimeoutError extends Error {
  constructor(readonly task: string) {
    super(`the PDF engine gave up ${task}`);
    this.name = "EngineTimeoutError";
  }
}
