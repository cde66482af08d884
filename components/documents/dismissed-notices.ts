import { useCallback, useSyncExternalStore } from "react";

/** Dismissed notices of this browser, newest last, by name. Not more, so that the entry stays small. */
const storageKey = "paraph-dismissed-notices";
const most = 200;

const listeners = new Set<() => void>();

/** Whether the notice was dismissed in this browser, and how to dismiss it or show it again. Not dismissed on the server. */
export function useDismissed(name: string): [isDismissed: boolean, setDismissed: (isDismissed: boolean) => void] {
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => readNames().includes(name),
    () => false,
  );
  const setDismissed = useCallback(
    (next: boolean) => {
      const others = readNames().filter((other) => other !== name);
      writeNames(next ? [...others, name].slice(-most) : others);
      for (const listener of listeners) listener();
    },
    [name],
  );
  return [isDismissed, setDismissed];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Also kept here, for a browser that blocks storage. */
let held: readonly string[] = [];

function readNames(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return held;
  }
}

function writeNames(names: readonly string[]): void {
  held = names;
  try {
    localStorage.setItem(storageKey, JSON.stringify(names));
  } catch {
    // Storage is blocked; the notice returns with the next page.
  }
}
