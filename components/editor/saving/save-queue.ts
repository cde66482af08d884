import type { EditorField, StoredField } from "@/components/editor/state/editor-field";
import {
  changedKeys,
  changesBetween,
  countChanges,
  isEmpty,
  isSameSet,
  judgeFailure,
  keysOf,
  mergeFields,
  newAttempt,
  refusedKeys,
  retryDelay,
  type Attempt,
  type ChangeSet,
  type ConflictChoice,
  type SaveProblem,
  type SaveState,
  type SaveTransport,
  type StoredSet,
} from "./save-state";

/**
 * Behind a proxy that rewrites entity tags, every `If-Match` fails. After this many failures in a row, saving continues
 * without it.
 */
const mostMismatches = 3;

/** Stops all requests until a person decides, or for good. */
type Halt<Problem> = { kind: "closed"; problem: Problem } | { kind: "conflict"; theirs: StoredSet };

export interface SaveQueueOptions<Problem extends SaveProblem> {
  onState: (state: SaveState<Problem>) => void;
  /** Another person changed other fields; these are the merged fields. */
  onMerged?: (fields: readonly EditorField[]) => void;
  debounceMs?: number;
}

/**
 * Keeps the stored fields equal to the wanted ones. One request at a time carries all changes since the last, with the
 * tag of the resulting set (`If-Match`). Moves wait `debounceMs` for further moves; new and deleted fields are sent at
 * once.
 */
export class SaveQueue<Problem extends SaveProblem> {
  #stored = new Map<string, StoredField>();
  #wanted = new Map<string, EditorField>();
  /** Undefined if unknown, so the set is read before the next request. */
  #tag: string | null | undefined = undefined;
  /** Sent at least once without an answer so far. */
  #attempt: Attempt | null = null;
  #isInFlight = false;
  /** Refused fields, which are sent again only after a change. */
  readonly #refused = new Map<string, Problem>();
  #halt: Halt<Problem> | null = null;
  #failure: { problem: Problem; isRetrying: boolean } | null = null;
  /** In milliseconds of `Date.now()`. */
  #dueAt = 0;
  #failures = 0;
  #mismatches = 0;
  #savedAt: number | null = null;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting: (() => void)[] = [];
  readonly #debounceMs: number;

  constructor(
    stored: readonly StoredField[],
    private readonly transport: SaveTransport,
    private readonly options: SaveQueueOptions<Problem>,
  ) {
    this.#debounceMs = options.debounceMs ?? 400;
    this.#hold(stored);
  }

  /** Starts over from the server's set. Nothing may be waiting or in flight. */
  load({ fields, tag }: StoredSet): void {
    this.#hold(fields);
    this.#tag = tag;
  }

  /** Sets the fields to be stored. */
  want(fields: readonly EditorField[]): void {
    const before = this.#wanted;
    this.#wanted = new Map(fields.map((field) => [field.key, field]));
    const changed = [...new Set([...before.keys(), ...this.#wanted.keys()])].filter(
      (key) => before.get(key) !== this.#wanted.get(key),
    );
    for (const key of changed) this.#refused.delete(key);
    if (changed.some((key) => !this.#stored.has(key) || !this.#wanted.has(key))) this.#dueAt = 0;
    else if (changed.length > 0 && this.#dueAt !== 0) this.#dueAt = Date.now() + this.#debounceMs;
    this.#wake();
    this.#report();
  }

  /** Sends all waiting changes, including failed ones. Resolves to whether all are stored. */
  async flush(): Promise<boolean> {
    this.sendNow();
    while (this.#isRunning) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.isSettled();
  }

  /** Like `flush`, but does not wait for responses. */
  sendNow(): void {
    this.#refused.clear();
    this.#failure = null;
    this.#dueAt = 0;
    void this.#run();
  }

  /**
   * Called when the page is being left: sends waiting changes at once, even beside a request in flight, because there
   * is no time to wait for responses. If the page remains open, the set is read before the next request.
   */
  leave(): void {
    if (this.#halt || this.isSettled()) return;
    if (this.#attempt && this.#isInFlight) {
      const rest = changesBetween(
        this.#expected(this.#attempt.changes),
        this.#wanted,
        new Set(createdKeys(this.#attempt)),
      );
      if (!isEmpty(rest)) void this.transport.send(newAttempt(rest, null)).catch(() => undefined);
    } else {
      const wake = () => this.#wake();
      void this.#transmit(this.#attempt ?? newAttempt(this.#pending(), null)).then(wake, wake);
    }
    this.#tag = undefined;
  }

  /** Resolves a conflict. Returns the resulting fields, which are wanted from now on. */
  resolve(choice: ConflictChoice): readonly EditorField[] | null {
    if (this.#halt?.kind !== "conflict") return null;
    const { theirs } = this.#halt;
    this.#halt = null;
    const kept = this.#merge(choice, theirs);
    this.#dueAt = 0;
    this.#wake();
    this.#report();
    return kept;
  }

  /** The stored fields as far as known, and the wanted ones. */
  fields(): { base: readonly StoredField[]; wanted: readonly EditorField[] } {
    return { base: [...this.#stored.values()], wanted: [...this.#wanted.values()] };
  }

  isSettled(): boolean {
    return this.#attempt === null && isEmpty(changesBetween(this.#stored, this.#wanted));
  }

  #hold(stored: readonly StoredField[]): void {
    this.#stored = new Map(stored.map((one) => [one.field.key, one]));
    this.#wanted = new Map(stored.map(({ field }) => [field.key, field]));
    this.#refused.clear();
  }

  #merge(choice: ConflictChoice, theirs: StoredSet): EditorField[] {
    const fields = this.#named(theirs.fields);
    const versions = { base: [...this.#stored.values()], mine: [...this.#wanted.values()], theirs: fields };
    const kept = mergeFields(choice, versions, () => `kept-${crypto.randomUUID()}`);
    this.load({ fields, tag: theirs.tag });
    this.#wanted = new Map(kept.map((field) => [field.key, field]));
    return kept;
  }

  #pending(): ChangeSet {
    return changesBetween(this.#stored, this.#wanted, new Set(this.#refused.keys()));
  }

  /** Starts the next request when it is due. While a failed request waits for its retry, everything waits. */
  #wake(): void {
    if (this.#failure?.isRetrying || this.#isRunning || this.#isInFlight || this.#halt) return;
    if (this.#attempt) this.#startIn(0);
    else if (!isEmpty(this.#pending())) this.#startIn(Math.max(0, this.#dueAt - Date.now()));
  }

  #startIn(delayMs: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delayMs);
  }

  async #run(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isRunning || this.#isInFlight) return;
    this.#isRunning = true;
    let goesOn = true;
    while (goesOn && !this.#halt && this.#isDue()) {
      this.#report();
      goesOn = await this.#step();
    }
    this.#isRunning = false;
    if (goesOn) {
      this.#failure = null;
      this.#wake();
    }
    this.#report();
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #isDue(): boolean {
    return this.#attempt !== null || (this.#dueAt <= Date.now() && !isEmpty(this.#pending()));
  }

  /** Sends one request. Resolves to whether another may follow at once. */
  async #step(): Promise<boolean> {
    const isLook = this.#tag === undefined && !this.#attempt;
    try {
      if (isLook) {
        await this.#look();
      } else {
        await this.#transmit(this.#attempt ?? newAttempt(this.#pending(), this.#tag ?? null));
        this.#mismatches = 0;
      }
      this.#failures = 0;
      this.#failure = null;
      return true;
    } catch (problem) {
      return this.#fail(problem as Problem);
    }
  }

  async #transmit(attempt: Attempt): Promise<void> {
    this.#attempt = attempt;
    this.#isInFlight = true;
    // Later moves wait again.
    this.#dueAt = Date.now();
    try {
      const { created, tag } = await this.transport.send(attempt);
      this.#stored = this.#expected(attempt.changes, created);
      this.#attempt = null;
      this.#tag = tag;
      this.#savedAt = Date.now();
    } finally {
      this.#isInFlight = false;
    }
  }

  /** The stored fields after these changes. New fields are left out if their IDs are unknown. */
  #expected({ create, update, remove }: ChangeSet, created: readonly number[] = []): Map<string, StoredField> {
    const after = new Map(this.#stored);
    for (const { key } of remove) after.delete(key);
    for (const { key, id, field } of update) after.set(key, { id, field });
    for (const [index, { key, field }] of create.entries()) {
      const id = created[index];
      if (id !== undefined) after.set(key, { id, field });
    }
    return after;
  }

  /**
   * Reads the server's set. Other people's changes are merged unless they affect the same fields; then a person
   * decides.
   */
  async #look(): Promise<void> {
    const theirs = await this.transport.read();
    const fields = this.#named(theirs.fields);
    const base = [...this.#stored.values()];
    if (isSameSet(fields, base)) {
      this.#tag = this.#mismatches < mostMismatches ? theirs.tag : null;
      return;
    }
    const stored = new Map(fields.map((one) => [one.field.key, one]));
    if (isEmpty(changesBetween(stored, this.#wanted))) {
      this.load({ fields, tag: theirs.tag });
      return;
    }
    const mine = new Set(keysOf(changesBetween(this.#stored, this.#wanted)));
    if (changedKeys(base, fields).some((key) => mine.has(key))) {
      this.#halt = { kind: "conflict", theirs };
      return;
    }
    this.options.onMerged?.(this.#merge("both", theirs));
  }

  #fail(problem: Problem): boolean {
    const { changes } = this.#attempt ?? {};
    const verdict = judgeFailure(problem);
    if (verdict === "look" || verdict === "refuse") this.#attempt = null;
    switch (verdict) {
      case "look":
        this.#mismatches += 1;
        this.#tag = undefined;
        return true;
      case "refuse":
        for (const key of changes ? refusedKeys(changes, problem) : []) this.#refused.set(key, problem);
        return changes !== undefined;
      case "close":
        this.#halt = { kind: "closed", problem };
        return false;
      case "ask":
        this.#failure = { problem, isRetrying: false };
        return false;
      case "wait":
        this.#failures += 1;
        this.#failure = { problem, isRetrying: true };
        this.#startIn(retryDelay(problem, this.#failures));
        return false;
    }
  }

  /** The server's fields under the editor's keys. */
  #named(fields: readonly StoredField[]): StoredField[] {
    const keys = new Map([...this.#stored].map(([key, { id }]) => [id, key]));
    return fields.map(({ id, field }) => ({ id, field: { ...field, key: keys.get(id) ?? field.key } }));
  }

  #report(): void {
    this.options.onState(this.#state());
  }

  #state(): SaveState<Problem> {
    if (this.#halt?.kind === "closed") return this.#halt;
    if (this.#halt)
      return { kind: "conflict", changes: countChanges([...this.#stored.values()], this.#halt.theirs.fields) };
    if (this.isSettled()) return { kind: "saved", at: this.#savedAt };
    if (this.#failure) return { kind: "failed", key: null, ...this.#failure };
    const [refused] = this.#refused;
    if (refused) return { kind: "failed", key: refused[0], problem: refused[1], isRetrying: false };
    return { kind: "saving" };
  }
}

function createdKeys({ changes }: Attempt): string[] {
  return changes.create.map(({ key }) => key);
}
