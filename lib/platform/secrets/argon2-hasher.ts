import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { DomainError } from "@/lib/platform/errors";

/**
 * Account passwords: Argon2id, 19 MiB, t=2, p=1 (docs/spec/limits.md). At most 2 × cores run at once and 64 wait.
 * Beyond that the answer is `unavailable`, so that a flood of log-ins cannot exhaust the machine's memory.
 */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for `null` (an account that does not exist) as for a hash. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /**
   * Waits, without work, until a verification that began at `since` (performance.now) has ended, however many were
   * waiting. A refusal without a verification thus takes as long as one with it, and cannot exhaust the processor.
   */
  evenOut(since: number): Promise<void>;
  /** True when `hash` was made with weaker parameters than the current ones. */
  isWeak(hash: string): boolean;
}

/** OWASP's second choice (docs/spec/limits.md): 19 MiB, t=2, p=1; Argon2id is the package's default (RFC 9106). */
export const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
export const maxWaiting = 64;
/** Longer than a full queue takes on two cores. Shorter than a turn of the server's admission, which is 2 s. */
export const evenMs = 1500;

/** Hashes at most `maxRunning` at once; 64 more wait, the next one throws `unavailable`. */
export function makePasswordHasher(
  maxRunning: number = 2 * availableParallelism(),
  { waitMs = evenMs }: { waitMs?: number } = {},
): PasswordHasher {
  const gate = makeWorkGate({ atOnce: maxRunning, waiting: maxWaiting });
  const run = <T>(work: () => Promise<T>): Promise<T> => gate.run(work).catch(refuseWhenFull);
  let decoy: Promise<string> | null = null;
  return {
    hash: (password) => run(() => hash(password, parameters)),
    async verify(known, password) {
      // A hash of random bytes, made once: a missing account must cost as much time as a wrong password.
      decoy ??= hash(randomBytes(32), parameters);
      const against = known ?? (await decoy);
      const isRight = await run(() => verify(against, password));
      return known !== null && isRight;
    },
    evenOut: (since) => new Promise((resolve) => setTimeout(resolve, since + waitMs - performance.now())),
    isWeak,
  };
}

/** Reads the parameters of the encoded form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
function isWeak(encoded: string): boolean {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(encoded);
  if (!match) return true;
  return Number(match[1]) < parameters.memoryCost || Number(match[2]) < parameters.timeCost;
}

function refuseWhenFull(error: unknown): never {
  if (error instanceof GateFullError)
    throw new DomainError("unavailable", { retryAfterSeconds: 2, detail: "Too many log-ins at once." });
  throw error;
}

/** The queue of waiting work is full. */
export class GateFullError extends Error {
  constructor() {
    super("too much work of this kind is waiting");
    this.name = "GateFullError";
  }
}

interface WorkGate {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs at most `atOnce` pieces of memory-hungry work, queues `waiting` more in order, and refuses the rest with
 * GateFullError.
 */
export function makeWorkGate(limits: { atOnce: number; waiting: number }): WorkGate {
  let running = 0;
  const queue: (() => void)[] = [];
  const enter = (): Promise<void> => {
    if (running < limits.atOnce) {
      running++;
      return Promise.resolve();
    }
    if (queue.length >= limits.waiting) return Promise.reject(new GateFullError());
    return new Promise((resolve) => queue.push(resolve));
  };
  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else running--;
  };
  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
