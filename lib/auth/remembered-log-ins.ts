import type { Account } from "@/db/schema/accounts";
import type { SecretBox } from "@/lib/keys/secret-box";

/**
 * Verifying a password costs 19 MiB and tens of milliseconds by design; a client that sends Basic with every call would pay it
 * each time. So a verified credential is remembered for 60 s in this process, as an HMAC only (docs/spec/limits.md), bound to
 * the account's credentials version: a changed password ends it at once, everywhere.
 */
export const rememberedMs = 60_000;
const maxRemembered = 10_000;

/** One memory for each secret box: contexts of different instances never share it. */
const memories = new WeakMap<SecretBox, Map<string, number>>();

export function isRemembered(secrets: SecretBox, account: Account, password: string): boolean {
  const until = memories.get(secrets)?.get(keyOf(secrets, account, password));
  return until !== undefined && until > performance.now();
}

export function remember(secrets: SecretBox, account: Account, password: string): void {
  const memory = memories.get(secrets) ?? new Map<string, number>();
  memories.set(secrets, memory);
  const key = keyOf(secrets, account, password);
  memory.delete(key);
  memory.set(key, performance.now() + rememberedMs);
  forgetOldest(memory);
}

/** The map is in the order of its deadlines, so what is over stands first. */
function forgetOldest(memory: Map<string, number>): void {
  const now = performance.now();
  for (const [key, until] of memory) {
    if (until > now && memory.size <= maxRemembered) return;
    memory.delete(key);
  }
}

function keyOf(secrets: SecretBox, account: Account, password: string): string {
  return secrets.hmac("credential", `${account.id}\n${account.credentialsVersion}\n${password}`);
}
