import { z } from "zod";

/** OpenTelemetry's own variables (its "Environment Variable Specification"). Those that only the exporter reads are checked here too. */
const text = z.string().trim().min(1).optional();
const count = z.coerce.number().int().positive().max(1_000_000);
const endpoint = z.url({ protocol: /^https?$/ }).optional();
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal("http/json", "only http/json is supported").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_EXPORTER_OTLP_TIMEOUT: count.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(["gzip", "none"]).optional(),
  OTEL_EXPORTER_OTLP_CERTIFICATE: text,
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: text,
  OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: count.default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
  OTEL_SDK_DISABLED: z.enum(["true", "false"]).default("false"),
};

type TraceValues = z.output<z.ZodObject<typeof traceVariables>>;

export interface Sampling {
  /** Share of the traces that begin here: 0 to 1. */
  ratio: number;
  /** Whether a caller's decision wins. */
  followsParent: boolean;
}

export interface TraceSettings {
  serviceName: string;
  sampling: Sampling;
  /** Spans are sent after this time at the latest. */
  delayMs: number;
  /** Spans beyond it are dropped. */
  queueSize: number;
  batchSize: number;
}

/** Null while tracing is off: no endpoint, or `OTEL_SDK_DISABLED=true`. */
export function traceSettingsOf(values: TraceValues): TraceSettings | null {
  const isOn = values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (isOn === undefined || values.OTEL_SDK_DISABLED === "true") return null;
  return {
    serviceName: values.OTEL_SERVICE_NAME ?? "paraph",
    sampling: samplingOf(values),
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    queueSize: values.OTEL_BSP_MAX_QUEUE_SIZE,
    batchSize: values.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  };
}

function samplingOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceValues): Sampling {
  const kind = name.replace("parentbased_", "");
  return {
    ratio: kind === "always_on" ? 1 : kind === "always_off" ? 0 : ratio,
    followsParent: name.startsWith("parentbased_"),
  };
}
