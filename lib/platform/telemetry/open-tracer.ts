import type { Attributes, Span as SdkSpan } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { z } from "zod";
import { errorType, type Span, type SpanKind, type TraceContext, type Tracer } from "./tracing";

/**
 * OpenTelemetry's own variables ("Environment Variable Specification"). Those read only by the exporter are also
 * checked here.
 */
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
  /** Share of traces sampled among those that begin here, 0 to 1. */
  ratio: number;
  /** Whether a caller's sampling decision takes precedence. */
  followsParent: boolean;
}

export interface TraceSettings {
  serviceName: string;
  sampling: Sampling;
  /** Maximum delay before spans are sent. */
  delayMs: number;
  /** Further spans are dropped. */
  queueSize: number;
  batchSize: number;
}

/** Null if tracing is off: no endpoint, or `OTEL_SDK_DISABLED=true`. */
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

/**
 * A tracer that sends spans by OTLP over HTTP. The packages are only loaded here, and no provider is registered
 * globally, because Next would add its own spans, whose attributes contain full paths (decision 77). The exporter reads
 * address, headers, time-out, compression and certificates from the environment.
 */
export async function openTracer(
  settings: TraceSettings,
  { version, onFailure }: { version: string; onFailure: (code: string) => void },
): Promise<Tracer> {
  const [api, sdk, resources, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const own = resources.resourceFromAttributes({ "service.name": settings.serviceName, "service.version": version });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: own.merge(given),
    sampler: samplerOf(sdk, settings.sampling),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter(), onFailure),
        scheduledDelayMillis: settings.delayMs,
        maxQueueSize: settings.queueSize,
        maxExportBatchSize: Math.min(settings.batchSize, settings.queueSize),
      }),
    ],
  });
  const tracer = provider.getTracer("paraph", version);
  const kinds: Record<SpanKind, number> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
    consumer: api.SpanKind.CONSUMER,
  };
  return {
    begin({ name, kind, attributes = {} }, parent) {
      const context = parent
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, spanContextOf(api, parent))
        : api.ROOT_CONTEXT;
      return wrap(api, tracer.startSpan(name, { kind: kinds[kind], attributes: attributes as Attributes }, context));
    },
    close: () => Promise.race([provider.shutdown().catch(() => undefined), atMost(closeMs)]),
  };
}

/** Maximum delay at the end of the process if the collector is unavailable. */
const closeMs = 3_000;

function atMost(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/**
 * Reports that spans were lost, which the packages do silently. Their messages may include the address, so only the
 * code is passed on.
 */
function reporting(exporter: SpanExporter, onFailure: (code: string) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailure(errorType(result.error));
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

type Api = typeof import("@opentelemetry/api");
type Sdk = typeof import("@opentelemetry/sdk-trace");

function wrap(api: Api, span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  let hasEnded = false;
  return {
    context: { traceId, spanId, isSampled: (traceFlags & api.TraceFlags.SAMPLED) !== 0 },
    set: (attributes) => void span.setAttributes(attributes as Attributes),
    end(error) {
      if (hasEnded) return;
      hasEnded = true;
      if (error !== undefined) {
        span.setAttribute("error.type", errorType(error));
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function spanContextOf(api: Api, { traceId, spanId, isSampled }: TraceContext) {
  return { traceId, spanId, isRemote: true, traceFlags: isSampled ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE };
}

function samplerOf(sdk: Sdk, { ratio, followsParent }: Sampling) {
  const root = new sdk.TraceIdRatioBasedSampler(ratio);
  return followsParent ? new sdk.ParentBasedSampler({ root }) : root;
}
