import { countTask } from "./counters";
import { traced } from "./tracing";

/** How busy one pool of the PDF engine is. */
export interface EngineLoad {
  /** `take-in`, `verify`, `signing`, `report`, `pdfium`, `pdfjs`, `convert`. */
  pool: string;
  running: number;
  waiting: number;
  /** How many may run at once. */
  places: number;
}

/** One task of the PDF engine: counted for `/metrics`, and a span on the calling side, waiting included. */
export function engineTask<Value>(task: string, work: () => Promise<Value>): Promise<Value> {
  return traced({ name: `engine ${task}`, kind: "internal", attributes: { "paraph.engine.task": task } }, async () => {
    const startedAt = performance.now();
    let outcome: "ok" | "failed" = "failed";
    try {
      const value = await work();
      outcome = "ok";
      return value;
    } finally {
      countTask(task, outcome, (performance.now() - startedAt) / 1000);
    }
  });
}
