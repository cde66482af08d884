/**
 * The Idempotency-Key of a signing attempt without an answer. It survives a reload, so that a retry is the same attempt to the server, and is deleted with the
 * answer.
 */
const nameOf = (u: string) => `paraph-attempt-${u}`;

/** Fallback for blocked storage, for as long as the page is open. */
const held = new Map<string, string>();

export function attemptKey(u: string): string {
  const stored = storedKey(u);
  if (stored !== null) return stored;
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  held.set(u, key);
  tryTo(() => sessionStorage.setItem(nameOf(u), key));
  return key;
}

export function forgetAttempt(u: string): void {
  held.delete(u);
  tryTo(() => sessionStorage.removeItem(nameOf(u)));
}

/** Whether this tab started an attempt whose answer never came. */
export function isAttemptOpen(u: string): boolean {
  return storedKey(u) !== null;
}

function storedKey(u: string): string | null {
  return held.get(u) ?? tryTo(() => sessionStorage.getItem(nameOf(u))) ?? null;
}

function tryTo<Made>(run: () => Made): Made | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
