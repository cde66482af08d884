/**
 * Account passwords: Argon2id, 19 MiB, t=2, p=1 (docs/spec/limits.md). At most 2 x cores run at once and 64 wait; more is
 * `unavailable`, so that a flood of log-ins cannot take the machine's memory.
 */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Constant work also for `null` (an account that does not exist). */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** True when `hash` was made with weaker parameters than today's. */
  isWeak(hash: string): boolean;
}
