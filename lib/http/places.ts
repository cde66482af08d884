import { DomainError } from "@/lib/errors";

/** A few places for work that needs much memory. */
export interface Places {
  /** Runs `work` once a place is free, and frees it after. Throws `unavailable` when none was free in time. */
  hold<T>(work: () => Promise<T>): Promise<T>;
}

/** Whoever comes first is served first; nobody waits longer than `patienceMs`. */
export function makePlaces({ count, patienceMs }: { count: number; patienceMs: number }): Places {
  const waiting: (() => void)[] = [];
  let free = count;
  const take = (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const serve = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(serve), 1);
        reject(new DomainError("unavailable", { detail: "Too many large requests at once; try again in a moment" }));
      }, patienceMs);
      waiting.push(serve);
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    hold: async (work) => {
      await take();
      return work().finally(leave);
    },
  };
}
