/** More work is waiting than the engine will queue; the domain answers 503 `unavailable` with Retry-After. */
export class EngineBusyError extends Error {
  readonly code = "engine_unavailable";

  constructor() {
    super("the PDF engine has too much waiting");
    this.name = "EngineBusyError";
  }
}

/** A preparation, signature or page of a file that was accepted long ago outran its time; nothing was written, another try may do. Answers 503. */
export class EngineTimeoutError extends Error {
  readonly code = "engine_unavailable";

  constructor(task: string, limitMs: number) {
    super(`${task} takes longer than ${limitMs} ms`);
    this.name = "EngineTimeoutError";
  }
}

/** The process or thread that did the work went away for no reason of its job: ended from outside, or not to be started. Another try may do. Answers 503. */
export class EngineLostError extends Error {
  readonly code = "engine_unavailable";

  constructor(reason: string) {
    super(`a process or thread of the PDF engine was lost: ${reason}`);
    this.name = "EngineLostError";
  }
}
