import type { EditorElement, StoredElement } from "@/components/editor/editor-element";
import { countChanges, isSameSet, mergeBoxes, type ConflictChoice } from "./merge-boxes";
import {
  changeOf,
  isDirty,
  judgeFailure,
  newAttempt,
  newTrack,
  retryDelay,
  settle,
  type SaveProblem,
  type SaveState,
  type SaveTransport,
  type StoredSet,
  type Track,
} from "./save-state";

const mostMismatches = 3;

/** What keeps everything from being sent. */
type Halt<Problem> = { kind: "closed"; problem: Problem } | { kind: "conflict"; theirs: StoredSet };

/**
 * Brings the stored boxes to what is wanted: one request at a time, each made on the set that the one before it left (`If-Match`), so
 * that nobody's change is overwritten unseen; the latest content wins. A change waits `debounceMs` for the next one; placing and
 * deleting do not wait.
 */
export class SaveQueue<Problem extends SaveProblem> {
  readonly #tracks = new Map<string, Track<Problem>>();
  /** Undefined: not known, so the boxes are read before the next request. */
  #tag: string | null | undefined = undefined;
  #halt: Halt<Problem> | null = null;
  #failure: { problem: Problem; isRetrying: boolean } | null = null;
  #attempts = 0;
  /** How often in a row the set was another one than we were told. */
  #mismatches = 0;
  #savedAt: number | null = null;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting: (() => void)[] = [];

  constructor(
    stored: readonly StoredElement[],
    private readonly transport: SaveTransport,
    private readonly onState: (state: SaveState<Problem>) => void,
    private readonly debounceMs = 400,
  ) {
    this.#hold(stored);
  }

  /** Begins anew with what the server holds. Nothing may wait or run. */
  load({ boxes, tag }: StoredSet): void {
    this.#hold(boxes);
    this.#tag = tag;
  }

  /** Takes the boxes as they shall be from now on. */
  want(elements: readonly EditorElement[]): void {
    const missing = new Set(this.#tracks.keys());
    for (const element of elements) {
      missing.delete(element.key);
      this.#change(this.#track(element.key), element);
    }
    for (const key of missing) this.#change(this.#track(key), null);
    this.#wake();
    this.#report();
  }

  /** Sends what waits, also what failed before, and answers whether all is stored. */
  async flush(): Promise<boolean> {
    this.sendNow();
    while (this.#isRunning) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.isSettled();
  }

  /** Sends what waits, also what failed before, without waiting for answers. */
  sendNow(): void {
    for (const track of this.#tracks.values()) Object.assign(track, { dueAt: 0, refusedBy: null });
    this.#failure = null;
    void this.#run();
  }

  /**
   * The page goes: what waits is sent at once and side by side, since there is no time to ask what others did. If it stays after all,
   * the boxes are read before anything else is sent.
   */
  leave(): void {
    if (this.#halt) return;
    for (const track of [...this.#tracks.values()].filter(isDirty)) {
      const { id, wanted, attempt, isInFlight } = track;
      const isOvertaken =
        isInFlight && id !== null && wanted && attempt?.change.kind === "update" && attempt.change.element !== wanted;
      if (isOvertaken)
        void this.transport.send(newAttempt({ kind: "update", id, element: wanted }, null)).catch(() => undefined);
      else if (!isInFlight)
        void this.#transmit(track, null).then(
          () => this.#wake(),
          () => this.#wake(),
        );
      this.#tag = undefined;
    }
  }

  /** Ends a conflict. Answers the boxes that stay, which are what is wanted from now on. */
  resolve(choice: ConflictChoice): readonly EditorElement[] | null {
    if (this.#halt?.kind !== "conflict") return null;
    const { theirs } = this.#halt;
    const mine = [...this.#tracks.values()].flatMap(({ wanted }) => (wanted ? [wanted] : []));
    const boxes = this.#named(theirs.boxes);
    const kept = mergeBoxes(choice, { base: this.#stored(), mine, theirs: boxes }, () => `kept-${crypto.randomUUID()}`);
    this.#halt = null;
    this.load({ boxes, tag: theirs.tag });
    this.want(kept);
    return kept;
  }

  isSettled(): boolean {
    return [...this.#tracks.values()].every((track) => !isDirty(track));
  }

  #hold(stored: readonly StoredElement[]): void {
    this.#tracks.clear();
    for (const box of stored) this.#tracks.set(box.element.key, newTrack(box.element.key, box));
  }

  #track(key: string): Track<Problem> {
    const track = this.#tracks.get(key) ?? newTrack<Problem>(key, null);
    this.#tracks.set(key, track);
    return track;
  }

  #change(track: Track<Problem>, wanted: EditorElement | null): void {
    if (track.wanted === wanted) return;
    const isSlow = track.id !== null && wanted !== null;
    Object.assign(track, { wanted, refusedBy: null, dueAt: isSlow ? Date.now() + this.debounceMs : 0 });
  }

  /** Sees to it that what is dirty is sent when it is due. While a failed request waits for its next try, so does everything. */
  #wake(): void {
    if (this.#failure?.isRetrying || this.#isRunning || this.#halt) return;
    const due = this.#sendable().map(({ dueAt }) => dueAt);
    if (due.length > 0) this.#startIn(Math.max(0, Math.min(...due) - Date.now()));
  }

  #startIn(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  #sendable(): Track<Problem>[] {
    const all = [...this.#tracks.values()];
    return all.some(({ isInFlight }) => isInFlight) ? [] : all.filter((track) => isDirty(track) && !track.refusedBy);
  }

  /** What comes next: first what may have been done already. */
  #next(): Track<Problem> | undefined {
    const sendable = this.#sendable();
    return sendable.find(({ attempt }) => attempt) ?? sendable.find(({ dueAt }) => dueAt <= Date.now());
  }

  async #run(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isRunning) return;
    this.#isRunning = true;
    let goesOn = true;
    for (let track = this.#next(); track && goesOn && !this.#halt; track = this.#next()) {
      this.#report();
      goesOn = await this.#step(track);
    }
    this.#isRunning = false;
    if (goesOn) {
      this.#failure = null;
      this.#wake();
    }
    this.#report();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** One request. Answers whether another may follow at once. */
  async #step(track: Track<Problem>): Promise<boolean> {
    const isLook = this.#tag === undefined && !track.attempt;
    try {
      if (isLook) await this.#look();
      else this.#tag = await this.#transmit(track, this.#tag ?? null);
      if (!isLook) this.#mismatches = 0;
      this.#attempts = 0;
      this.#failure = null;
      return true;
    } catch (problem) {
      return this.#fail(isLook ? null : track, problem as Problem);
    }
  }

  async #transmit(track: Track<Problem>, tag: string | null): Promise<string | null> {
    const attempt = (track.attempt ??= newAttempt(changeOf(track), tag));
    track.isInFlight = true;
    try {
      const answer = await this.transport.send(attempt);
      settle(track, attempt, answer.id);
      this.#savedAt = Date.now();
      return answer.tag;
    } finally {
      track.isInFlight = false;
    }
  }

  /** Reads what the server holds. When that is what we last knew, or what is wanted, saving goes on; otherwise a person decides. */
  async #look(): Promise<void> {
    const theirs = await this.transport.read();
    const boxes = this.#named(theirs.boxes);
    const wanted = [...this.#tracks.values()].flatMap(({ id, wanted: element }) =>
      id !== null && element ? [{ id, element }] : [],
    );
    const isNew = [...this.#tracks.values()].some(({ id, wanted: element }) => id === null && element !== null);
    // A proxy that rewrites tags must not keep anybody from saving: nothing was overwritten, the boxes were just compared.
    if (isSameSet(boxes, this.#stored())) this.#tag = this.#mismatches < mostMismatches ? theirs.tag : null;
    else if (!isNew && isSameSet(boxes, wanted)) this.load({ boxes, tag: theirs.tag });
    else this.#halt = { kind: "conflict", theirs };
  }

  #fail(track: Track<Problem> | null, problem: Problem): boolean {
    const change = track?.attempt?.change;
    const verdict = judgeFailure(problem, change !== undefined && change.kind !== "create");
    if (track && (verdict === "look" || verdict === "refuse")) track.attempt = null;
    switch (verdict) {
      case "look":
        this.#mismatches += 1;
        this.#tag = undefined;
        return true;
      case "refuse":
        if (track) track.refusedBy = problem;
        return track !== null;
      case "close":
        this.#halt = { kind: "closed", problem };
        return false;
      case "ask":
        this.#failure = { problem, isRetrying: false };
        return false;
      case "wait":
        this.#attempts += 1;
        this.#failure = { problem, isRetrying: true };
        this.#startIn(retryDelay(problem, this.#attempts));
        return false;
    }
  }

  #stored(): StoredElement[] {
    return [...this.#tracks.values()].flatMap(({ id, stored }) =>
      id !== null && stored ? [{ id, element: stored }] : [],
    );
  }

  /** The same boxes by the keys that they have here. */
  #named(boxes: readonly StoredElement[]): StoredElement[] {
    const keys = new Map([...this.#tracks.values()].map(({ id, key }) => [id, key]));
    return boxes.map(({ id, element }) => ({ id, element: { ...element, key: keys.get(id) ?? element.key } }));
  }

  #report(): void {
    this.onState(this.#state());
  }

  #state(): SaveState<Problem> {
    if (this.#halt?.kind === "closed") return this.#halt;
    if (this.#halt) return { kind: "conflict", changes: countChanges(this.#stored(), this.#halt.theirs.boxes) };
    const dirty = [...this.#tracks.values()].filter(isDirty);
    if (dirty.length === 0) return { kind: "saved", at: this.#savedAt };
    if (this.#failure) return { kind: "failed", key: null, ...this.#failure };
    for (const { refusedBy, key } of dirty)
      if (refusedBy) return { kind: "failed", key, problem: refusedBy, isRetrying: false };
    return { kind: "saving" };
  }
}
