import type { Logger } from "pino";
import type { Config } from "@/lib/platform/config";
import { useTracer, type Tracer } from "@/lib/platform/telemetry/tracing";
import packageJson from "@/package.json";

const reportEveryMs = 60_000;

/** Starts tracing if the environment names a collector. Otherwise no tracing code is loaded. */
export async function startTracing({ traces }: Pick<Config, "traces">, log: Logger): Promise<Tracer | null> {
  if (!traces) return null;
  const { openTracer } = await import("@/lib/platform/telemetry/open-tracer");
  let reportedAt = -reportEveryMs;
  const tracer = await openTracer(traces, {
    version: packageJson.version,
    onFailure(code) {
      if (performance.now() - reportedAt < reportEveryMs) return;
      reportedAt = performance.now();
      log.warn({ code }, "traces: the collector rejects them");
    },
  });
  useTracer(tracer);
  return tracer;
}
