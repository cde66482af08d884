import { sharedError } from "@/lib/platform/next/process-wide";

/** The engine's own jobs count as a single caller, which may fill the whole queue. */
export const ownTurn: Turn = { caller: "", file: "" };

interface LineLimits {
  maxWaiting: number;
  maxWaitingPerCaller: number;
  /** Further places for callers with nothing waiting, so that a few callers cannot fill the whole queue. */
  maxFirst?: number;
  /** Work of one caller that `Turns` runs at once, also while there are free places. No limit when omitted. */
  maxRunningPerCaller?: number;
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

  hasWaiting(caller: string): boolean {
    return this.queue.sizeOf(caller) > 0;
  }

  /**
   * Hands a free resource to the next caller in turn that `mayRun`, of those for whom `running` is lowest. Returns that
   * caller, or null when there is none.
   */
  offer(thing: Thing, running?: (caller: string) => number, mayRun?: (caller: string) => boolean): string | null {
    const next = this.queue.shift(running, mayRun);
    next?.item(thing);
    return next?.caller ?? null;
  }

  private isFull(turn: Turn): boolean {
    const { maxWaiting, maxWaitingPerCaller, maxFirst = 0 } = this.limits;
    const own = this.queue.sizeOf(turn.caller);
    return (
      this.queue.size >= maxWaiting + (own === 0 ? maxFirst : 0) ||
      (turn.caller !== ownTurn.caller && own >= maxWaitingPerCaller)
    );
  }
}

/**
 * Limits how many pieces of work run at once. The others wait in line. With `idleFirst` a caller with less work running
 * goes first, so that one caller's slow work delays another's by what is left of a single piece. That suits slow and
 * rare work: a caller with much running would wait for as long as others keep coming.
 */
export class Turns {
  private readonly line: WaitingLine<void>;
  private running = 0;
  private readonly runningByCaller = new Map<string, number>();

  constructor(
    private readonly atOnce: number,
    private readonly limits: LineLimits,
    private readonly idleFirst = false,
  ) {
    this.line = new WaitingLine(limits);
  }

  get waiting(): number {
    return this.line.length;
  }

  /** Whether work of this caller is running or waiting. */
  isBusyWith(caller: string): boolean {
    return this.runningByCaller.has(caller) || this.line.hasWaiting(caller);
  }

  /** Begins a turn and returns the function that ends it. Throws as `WaitingLine.wait` does. */
  async begin(turn: Turn): Promise<() => void> {
    const { maxRunningPerCaller = Infinity } = this.limits;
    const running = (caller: string): number => this.runningByCaller.get(caller) ?? 0;
    if (this.running < this.atOnce && running(turn.caller) < maxRunningPerCaller) {
      this.running += 1;
      this.count(turn.caller, 1);
    } else await this.line.wait(turn);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const mayRun = (caller: string): boolean =>
        running(caller) - (caller === turn.caller ? 1 : 0) < maxRunningPerCaller;
      const next = this.line.offer(undefined, this.idleFirst ? running : undefined, mayRun);
      this.count(turn.caller, -1);
      if (next === null) this.running -= 1;
      else this.count(next, 1);
    };
  }

  private count(caller: string, change: 1 | -1): void {
    const running = (this.runningByCaller.get(caller) ?? 0) + change;
    if (running === 0) this.runningByCaller.delete(caller);
    else this.runningByCaller.set(caller, running);
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
export class EngineBusyError extends sharedError("EngineBusyError") {
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
export class EngineTimeoutError extends sharedError("EngineTimeoutError") {
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
export class EngineLostError extends sharedError("EngineLostError") {
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

  /** The next item of the first caller in turn that `mayRun`, or of the first of these for whom `running` is lowest. */
  shift(
    running?: (caller: string) => number,
    mayRun: (caller: string) => boolean = () => true,
  ): { caller: string; item: Item } | undefined {
    let first: [string, Map<string, Item[]>] | undefined;
    for (const other of this.callers) {
      if (!mayRun(other[0])) continue;
      if (!first || (running && running(other[0]) < running(first[0]))) first = other;
      if (!running) break;
    }
    if (!first) return undefined;
    const [caller, files] = first;
    const item = shiftFile(files);
    this.callers.delete(caller);
    if (files.size > 0) this.callers.set(caller, files);
    this.count -= 1;
    return item === undefined ? undefined : { caller, item };
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
