/** The engine's own jobs count as a single caller, which may fill the whole queue. */
export const ownTurn: Turn = { caller: "", file: "" };

interface LineLimits {
  maxWaiting: number;
  maxWaitingPerCaller: number;
}

/** A queue for scarce resources. Callers take turns, and a caller that has left or waited too long is dropped. */
export class WaitingLine<Thing> {
  private readonly queue = new FairQueue<(thing: Thing) => void>();

  constructor(private readonly limits: LineLimits) {}

  /**
   * Resolves with the next resource that is returned when it is this caller's turn. Throws EngineBusyError when too
   * many callers are waiting, after `mostWaitMs`, and when the caller leaves.
   */
  wait(turn: Turn): Promise<Thing> {
    if (this.isFull(turn) || turn.left?.aborted) return Promise.reject(new EngineBusyError());
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        turn.left?.removeEventListener("abort", leave);
      };
      const take = (thing: Thing): void => {
        end();
        resolve(thing);
      };
      const leave = (): void => {
        end();
        this.queue.remove(turn, take);
        reject(new EngineBusyError());
      };
      const timer = turn.mostWaitMs === undefined ? undefined : setTimeout(leave, turn.mostWaitMs);
      this.queue.push(turn, take);
      turn.left?.addEventListener("abort", leave, { once: true });
    });
  }

  get length(): number {
    return this.queue.size;
  }

  /** Hands a free resource to the next caller in turn. Returns false when the queue is empty. */
  offer(thing: Thing): boolean {
    const next = this.queue.shift();
    next?.(thing);
    return next !== undefined;
  }

  private isFull(turn: Turn): boolean {
    return (
      this.queue.size >= this.limits.maxWaiting ||
      (turn.caller !== ownTurn.caller && this.queue.sizeOf(turn.caller) >= this.limits.maxWaitingPerCaller)
    );
  }
}

/** Limits how many pieces of work run at once. The others wait in line. */
export class Turns {
  private readonly line: WaitingLine<void>;
  private running = 0;

  constructor(
    private readonly atOnce: number,
    limits: LineLimits,
  ) {
    this.line = new WaitingLine(limits);
  }

  get waiting(): number {
    return this.line.length;
  }

  /** Begins a turn and returns the function that ends it. Throws as `WaitingLine.wait` does. */
  async begin(turn: Turn): Promise<() => void> {
    if (this.running < this.atOnce) this.running += 1;
    else await this.line.wait(turn);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      if (!this.line.offer()) this.running -= 1;
    };
  }

  async run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result> {
    const end = await this.begin(turn);
    try {
      return await work();
    } finally {
      end();
    }
  }
}

/** The queue is full. The response is 503 `unavailable` with Retry-After. */
export class EngineBusyError extends Error {
  readonly code = "engine_unavailable";

  constructor() {
    super("the PDF engine has too much waiting");
    this.name = "EngineBusyError";
  }
}

/**
 * A preparation, signature or page of an accepted file timed out. Nothing was written, and a retry may succeed. The
 * response is 503.
 */
export class EngineTimeoutError extends Error {
  readonly code = "engine_unavailable";

  constructor(task: string, limitMs: number) {
    super(`${task} takes longer than ${limitMs} ms`);
    this.name = "EngineTimeoutError";
  }
}

/**
 * The process or thread that did the work was ended from outside or could not be started, so the job is not at fault.
 * A retry may succeed. The response is 503.
 */
export class EngineLostError extends Error {
  readonly code = "engine_unavailable";

  constructor(reason: string) {
    super(`a process or thread of the PDF engine was lost: ${reason}`);
    this.name = "EngineLostError";
  }
}

/** The caller and the file of a job. Callers take turns, and so do the files of one caller. */
export interface Turn {
  caller: string;
  file: string;
  /** Aborts when the caller leaves. A job that is still waiting is then dropped. */
  left?: AbortSignal | undefined;
  /** A job that has waited for this long is refused. No limit when omitted. */
  mostWaitMs?: number;
}

/**
 * A queue in which callers take turns, and then the files of each caller. Thirty jobs of one caller delay the next
 * job of another by only one job.
 */
export class FairQueue<Item> {
  private readonly callers = new Map<string, Map<string, Item[]>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  sizeOf(caller: string): number {
    return [...(this.callers.get(caller)?.values() ?? [])].reduce((sum, items) => sum + items.length, 0);
  }

  push({ caller, file }: Turn, item: Item): void {
    const files = this.callers.get(caller) ?? new Map<string, Item[]>();
    this.callers.set(caller, files);
    const items = files.get(file);
    if (items) items.push(item);
    else files.set(file, [item]);
    this.count += 1;
  }

  shift(): Item | undefined {
    const [first] = this.callers;
    if (!first) return undefined;
    const [caller, files] = first;
    const item = shiftFile(files);
    this.callers.delete(caller);
    if (files.size > 0) this.callers.set(caller, files);
    this.count -= 1;
    return item;
  }

  remove({ caller, file }: Turn, item: Item): void {
    const files = this.callers.get(caller);
    const items = files?.get(file);
    const at = items?.indexOf(item) ?? -1;
    if (!files || !items || at < 0) return;
    items.splice(at, 1);
    this.count -= 1;
    if (items.length === 0) files.delete(file);
    if (files.size === 0) this.callers.delete(caller);
  }
}

/** Takes the oldest job of the file whose turn it is. */
function shiftFile<Item>(files: Map<string, Item[]>): Item | undefined {
  const [first] = files;
  if (!first) return undefined;
  const [file, items] = first;
  const item = items.shift();
  files.delete(file);
  if (items.length > 0) files.set(file, items);
  return item;
}
