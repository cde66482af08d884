/** More work is waiting than may wait. */
export class GateFullError extends Error {
  constructor() {
    super("too much work of this kind is waiting");
    this.name = "GateFullError";
  }
}

export interface WorkGate {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Lets `atOnce` pieces of memory-hungry work run, `waiting` wait in order, and refuses the rest with GateFullError. */
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
