import { hasSameContent, type EditorElement } from "./editor-element";
import { judgeFailure, retryDelay, type SaveProblem } from "./save-failure";

/** What the queue needs of the API. A refused call throws a `SaveProblem`. */
export interface SaveTransport {
  create(element: EditorElement): Promise<number>;
  update(id: number, element: EditorElement): Promise<void>;
  remove(id: number): Promise<void>;
  /** The id of a stored box with this content that is none of `known`: a creation whose answer was lost. */
  find(element: EditorElement, known: ReadonlySet<number>): Promise<number | null>;
}

export type SaveState<Problem extends SaveProblem = SaveProblem> =
  | { kind: "saved"; at: number | null }
  | { kind: "saving" }
  | { kind: "failed"; problem: Problem; isRetrying: boolean; key: string }
  | { kind: "closed"; problem: Problem };

interface Track<Problem> {
  key: string;
  id: number | null;
  stored: EditorElement | null;
  wanted: EditorElement | null;
  isRunning: boolean;
  /** What the running request brings; null also for a deletion. */
  sending: EditorElement | null;
  /** The content of a creation whose answer never came: it may be stored. */
  perhapsStored: EditorElement | null;
  attempts: number;
  failure: { problem: Problem; isRetrying: boolean } | null;
  timer: ReturnType<typeof setTimeout> | null;
}

/**
 * Brings the stored boxes to what is wanted: one request at a time for each box, the latest content wins. A change waits
 * `debounceMs` for the next one; placing and deleting do not wait.
 */
export class SaveQueue<Problem extends SaveProblem> {
  readonly #tracks = new Map<string, Track<Problem>>();
  #savedAt: number | null = null;
  #closedBy: Problem | null = null;
  #waiting: (() => void)[] = [];

  constructor(
    stored: readonly { id: number; element: EditorElement }[],
    private readonly transport: SaveTransport,
    private readonly onState: (state: SaveState<Problem>) => void,
    private readonly debounceMs = 400,
  ) {
    this.load(stored);
  }

  /** Begins anew with what the server holds. Nothing may wait or run. */
  load(stored: readonly { id: number; element: EditorElement }[]): void {
    this.#tracks.clear();
    for (const { id, element } of stored) Object.assign(this.#track(element.key), { id, stored: element, wanted: element });
  }

  /** Takes the boxes as they shall be from now on. */
  want(elements: readonly EditorElement[]): void {
    const missing = new Set(this.#tracks.keys());
    for (const element of elements) {
      missing.delete(element.key);
      this.#change(this.#track(element.key), element);
    }
    for (const key of missing) this.#change(this.#track(key), null);
    this.#report();
  }

  /** Sends what waits, also what failed before, and answers whether all is stored. */
  async flush(): Promise<boolean> {
    this.sendNow();
    while (this.#closedBy === null && [...this.#tracks.values()].some((track) => track.isRunning)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.isSettled();
  }

  /** Sends what waits, also what failed before, without waiting for answers. */
  sendNow(): void {
    for (const track of this.#tracks.values()) this.#start(track);
    this.#report();
  }

  /** The page is left: what waits is sent, and what changed under a running request is sent after it. */
  leave(): void {
    for (const track of this.#tracks.values()) {
      const { id, wanted, sending, isRunning } = track;
      if (isRunning && id !== null && wanted && wanted !== sending) void this.transport.update(id, wanted).catch(() => undefined);
      else this.#start(track);
    }
  }

  isSettled(): boolean {
    return [...this.#tracks.values()].every((track) => !isDirty(track));
  }

  #track(key: string): Track<Problem> {
    const known = this.#tracks.get(key);
    if (known) return known;
    const track: Track<Problem> = { key, id: null, stored: null, wanted: null, isRunning: false, sending: null, perhapsStored: null, attempts: 0, failure: null, timer: null };
    this.#tracks.set(key, track);
    return track;
  }

  #change(track: Track<Problem>, wanted: EditorElement | null): void {
    if (track.wanted === wanted) return;
    track.wanted = wanted;
    if (track.failure?.isRetrying) return;
    track.failure = null;
    this.#schedule(track, track.id !== null && wanted ? this.debounceMs : 0);
  }

  #schedule(track: Track<Problem>, delayMs: number): void {
    if (track.timer) clearTimeout(track.timer);
    track.timer = setTimeout(() => this.#start(track), delayMs);
  }

  #start(track: Track<Problem>): void {
    if (track.timer) clearTimeout(track.timer);
    track.timer = null;
    if (!track.isRunning && this.#closedBy === null && isDirty(track)) void this.#run(track);
  }

  async #run(track: Track<Problem>): Promise<void> {
    track.isRunning = true;
    this.#report();
    try {
      await this.#send(track);
      Object.assign(track, { attempts: 0, failure: null });
      this.#savedAt = Date.now();
    } catch (problem) {
      this.#fail(track, problem as Problem);
    }
    track.isRunning = false;
    if (!track.failure && !track.timer) this.#start(track);
    this.#report();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #send(track: Track<Problem>): Promise<void> {
    if (track.perhapsStored) await this.#findLost(track, track.perhapsStored);
    const { id, wanted } = track;
    track.sending = wanted;
    if (id === null && wanted) {
      track.perhapsStored = wanted;
      track.id = await this.transport.create(wanted);
      track.perhapsStored = null;
    } else if (id !== null && wanted && isDirty(track)) {
      await this.transport.update(id, wanted);
    } else if (id !== null && !wanted) {
      await this.transport.remove(id);
      track.id = null;
    }
    track.stored = wanted;
  }

  async #findLost(track: Track<Problem>, sent: EditorElement): Promise<void> {
    const known = new Set([...this.#tracks.values()].flatMap(({ id }) => (id === null ? [] : [id])));
    track.id = await this.transport.find(sent, known);
    track.stored = track.id === null ? null : sent;
    track.perhapsStored = null;
  }

  #fail(track: Track<Problem>, problem: Problem): void {
    const verdict = judgeFailure(problem, track.id !== null);
    if (verdict === "close") this.#closedBy = problem;
    if (verdict === "gone") Object.assign(track, { id: null, stored: null });
    if (verdict !== "wait") track.perhapsStored = null;
    if (verdict === "ask" || verdict === "refuse") track.failure = { problem, isRetrying: false };
    if (verdict === "wait") {
      track.attempts += 1;
      track.failure = { problem, isRetrying: true };
      this.#schedule(track, retryDelay(problem, track.attempts));
    }
  }

  #report(): void {
    this.onState(this.#state());
  }

  #state(): SaveState<Problem> {
    if (this.#closedBy) return { kind: "closed", problem: this.#closedBy };
    const dirty = [...this.#tracks.values()].filter(isDirty);
    for (const { failure, key } of dirty) if (failure) return { kind: "failed", key, ...failure };
    return dirty.length > 0 ? { kind: "saving" } : { kind: "saved", at: this.#savedAt };
  }
}

function isDirty({ stored, wanted, perhapsStored }: Track<unknown>): boolean {
  if (stored === null || wanted === null) return stored !== wanted || perhapsStored !== null;
  return !hasSameContent(stored, wanted);
}
