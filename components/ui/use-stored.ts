import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
/** For a browser that blocks storage: values last until the page is left. */
const held = new Map<string, string>();

/**
 * A small value stored in this browser, shared by all parts of the page that read the same key; null if there is
 * none, and on the server.
 */
export function useStored(key: string): [value: string | null, store: (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => null,
  );
  const store = useCallback(
    (next: string) => {
      held.set(key, next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // The value stays in `held`.
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [value, store];
}

/** The value at this moment, for a change that depends on it. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return held.get(key) ?? null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

const never = () => () => undefined;

/** False on the server and until hydration, so that both render the same; then true. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
