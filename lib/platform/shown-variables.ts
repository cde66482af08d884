/** An environment variable as diagnostics and `npm run doctor` may show it. */
export interface ShownVariable {
  name: string;
  isSet: boolean;
  /** The value if the variable is harmless and set, otherwise null. */
  value: string | null;
}

/**
 * Variables whose values are choices, numbers or our own address. The values of all others are not shown: a new
 * variable is reported only as set or unset until it is added to this list.
 */
const harmless: ReadonlySet<string> = new Set([
  "PORT",
  "PUBLIC_URL",
  "S3_PATH_STYLE",
  "S3_ENCRYPTION",
  "CACHE_BYTES",
  "MAIL",
  "SIGNING_KEY_TYPE",
  "WORKER",
  "WORKER_PORT",
  "TRUST_PROXY",
  "LIMITS",
  "WEBHOOK_SCHEDULE",
  "PSEUDO_LOCALES",
  "LOG_LEVEL",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_EXPORTER_OTLP_TIMEOUT",
  "OTEL_EXPORTER_OTLP_COMPRESSION",
  "OTEL_TRACES_SAMPLER",
  "OTEL_TRACES_SAMPLER_ARG",
  "OTEL_BSP_SCHEDULE_DELAY",
  "OTEL_BSP_MAX_QUEUE_SIZE",
  "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
  "OTEL_SDK_DISABLED",
]);

/** Every variable by name. An empty one counts as unset, as in the configuration. */
export function showVariables(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ShownVariable[] {
  return names.toSorted().map((name) => {
    const value = env[name] ?? "";
    return { name, isSet: value !== "", value: value !== "" && harmless.has(name) ? withoutCredentials(value) : null };
  });
}

/** Only the origin of our own address, because the rest may include a user and a password. */
function withoutCredentials(value: string): string {
  return /^https?:/.test(value) && URL.canParse(value) ? new URL(value).origin : value;
}
