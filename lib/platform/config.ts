import path from "node:path";
import { z } from "zod";
import { emailPattern } from "@/lib/platform/plain-text";
import { converterOf, converterVariables, type ConverterConfig } from "./converter-config";
import { gatewaysOf, gatewayVariables, type GatewayConfig } from "./gateway-config";
import { keyVariables, signerPlacesOf, type SignerPlace } from "./key-places";
import { defaultLimits, type Limits } from "./limits";
import { showVariables, type ShownVariable } from "./shown-variables";
import { storageOf, storageVariables, type StorageConfig } from "./storage-config";
import { traceSettingsOf, traceVariables, type TraceSettings } from "./telemetry/open-tracer";

/**
 * The environment, read once. This is the only module that reads `process.env`. Start-up fails with one clear line if
 * it is invalid.
 */
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const optionalText = z.string().trim().min(1).optional();
const secretRule = "required with DATABASE_URL, at least 32 characters";

const schema = z.object({
  NODE_ENV: z.string().default("development"),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default(".data"),
  ...storageVariables,
  DATABASE_URL: z.string().min(1),
  APP_SECRET: z
    .string(secretRule)
    .min(32, secretRule)
    .refine((secret) => !isGuessable(secret), "repeats itself or is a placeholder; make one by: openssl rand -hex 32"),
  APP_SECRET_PREVIOUS: z.string().min(32, "at least 32 characters").optional(),
  ADMIN_EMAIL: z.email({ pattern: emailPattern }).optional(),
  ADMIN_PASSWORD: z.string().min(10).max(128).optional(),
  MAIL_FROM: optionalText,
  RESEND_API_KEY: optionalText,
  RESEND_BASE_URL: z.url().optional(),
  SMTP_URL: optionalText,
  RESEND_WEBHOOK_SECRET: z
    .string()
    .transform((value) => value.split(",").map((secret) => secret.trim()))
    .pipe(z.array(z.string().regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "needs whsec_… as Resend shows it")))
    .optional(),
  MAIL_RETURN_PATH: z.email({ pattern: emailPattern }).optional(),
  MAIL_REPORT_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  MAIL: z.enum(["inbox"]).optional(),
  ...gatewayVariables,
  SIGNING_KEY_TYPE: z.enum(["p256", "rsa2048"]).default("p256"),
  ...keyVariables,
  TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_ROOTS: optionalText,
  ...converterVariables,
  WORKER: flag.default(true),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LIMITS: z.string().optional(),
  OUTBOUND_ALLOW: z
    .string()
    .default("")
    .transform(toList)
    .pipe(
      z.array(
        z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/, "must be host:port pairs, separated by commas"),
      ),
    ),
  WEBHOOK_SCHEDULE: z
    .string()
    .transform(toList)
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^\d{1,6}$/, "must be seconds, separated by commas")
            .transform(Number),
        )
        .max(20),
    )
    .optional(),
  PSEUDO_LOCALES: flag.default(false),
  CONTACT_EMAIL: z.email({ pattern: emailPattern }).optional(),
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  WORKER_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  ...traceVariables,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Secrets that prove that a delivery report comes from the e-mail provider, or from the operator's mail server. */
export interface MailReportSecrets {
  /** `whsec_…` of Resend's webhook. Two during rotation. Empty: its events are not accepted. */
  resendSecrets: readonly string[];
  /** Token of the operator's mail server. Null: its reports are not accepted. */
  token: string | null;
}

export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  publicUrl: string;
  /** True if neither the socket nor the links are reachable from other machines. */
  isLoopback: boolean;
  dataDir: string;
  /** The document store, with its keys. Never logged. */
  storage: StorageConfig;
  databaseUrl: string;
  appSecret: string;
  /** The previous secret. If it is set, stored secrets are re-encrypted at start-up. */
  previousAppSecret: string | null;
  admin: { email: string; password: string } | null;
  mail:
    | { kind: "resend"; apiKey: string; baseUrl: string | null; from: string }
    | { kind: "smtp"; url: string; from: string; returnPath: string | null; wantsReports: boolean }
    | { kind: "inbox" };
  /** Secrets that authenticate delivery reports about e-mail. Never logged. */
  mailReports: MailReportSecrets;
  gateways: GatewayConfig;
  signingKeyType: "p256" | "rsa2048";
  /** The locations of an operator's own signing keys, which are opened at start-up. */
  signers: SignerPlace[];
  /** The time-stamping authority (RFC 3161), including its credentials if it needs any. Never logged. */
  tsaUrl: string | null;
  /** A PEM file with additional roots that verification treats as known. Read at start-up. */
  trustedRoots: string | null;
  /** The converter for DOCX, ODT and RTF, or null if there is none. */
  converter: ConverterConfig | null;
  worker: boolean;
  trustProxy: number;
  limits: Limits;
  /** The limits that `LIMITS` changed, for the line printed at start-up. */
  changedLimits: string[];
  /** `host:port` pairs that may be called despite a private address or an unusual port. */
  outboundAllow: string[];
  /** Seconds before each retry of a webhook; null for the default. */
  webhookSchedule: number[] | null;
  /** The contact for this service, shown on the accessibility statement. */
  contactEmail: string | null;
  /** Null: `/metrics` is disabled. */
  metricsToken: string | null;
  /** The port of `/livez`, `/version` and `/metrics` of `npm run worker`. Null: not served. */
  workerPort: number | null;
  /** Null: no traces. */
  traces: TraceSettings | null;
  /** Tests only: the language cookie may select a pseudo-locale (lib/platform/locale/messages.ts). */
  pseudoLocales: boolean;
  logLevel: string;
}

/**
 * Reads and validates an environment. Throws an Error with a one-line message that describes the problem and never
 * includes a value.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  if (!parsed.success)
    throw new Error(
      `Configuration: ${parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}`,
    );
  const values = parsed.data;
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, "");
  const isLoopback = isLoopbackHost(values.HOST) && isLoopbackHost(new URL(publicUrl).hostname);
  const mail = mailOf(values);
  if (mail.kind === "inbox" && !isLoopback && values.MAIL !== "inbox") {
    throw new Error(
      "Configuration: no mail provider; set RESEND_API_KEY or SMTP_URL, or MAIL=inbox to keep messages on this server",
    );
  }
  return {
    isProduction: values.NODE_ENV === "production",
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    isLoopback,
    dataDir: path.resolve(values.DATA_DIR),
    storage: storageOf(values),
    databaseUrl: values.DATABASE_URL,
    appSecret: values.APP_SECRET,
    previousAppSecret: previousSecretOf(values),
    admin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : null,
    mail,
    mailReports: { resendSecrets: values.RESEND_WEBHOOK_SECRET ?? [], token: values.MAIL_REPORT_TOKEN ?? null },
    gateways: gatewaysOf(values),
    signingKeyType: values.SIGNING_KEY_TYPE,
    signers: signerPlacesOf(values),
    tsaUrl: values.TSA_URL ?? null,
    trustedRoots: values.TRUSTED_ROOTS ?? null,
    converter: converterOf(values, env["PATH"] ?? ""),
    worker: values.WORKER,
    trustProxy: values.TRUST_PROXY,
    outboundAllow: values.OUTBOUND_ALLOW,
    webhookSchedule: values.WEBHOOK_SCHEDULE ?? null,
    contactEmail: values.CONTACT_EMAIL ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    workerPort: values.WORKER_PORT ?? null,
    traces: traceSettingsOf(values),
    pseudoLocales: values.PSEUDO_LOCALES,
    logLevel: values.LOG_LEVEL,
    ...limitsOf(values.LIMITS),
  };
}

const placeholder =
  /(change|replace).?(me|this|it)|your.?(own|app|secret|key)|example|placeholder|password|not.?secret/i;

/** Rejects placeholders from instructions, and one character or word repeated. */
function isGuessable(secret: string): boolean {
  const isRepeated = `${secret}${secret}`.indexOf(secret, 1) < secret.length;
  return isRepeated || new Set(secret).size < 8 || placeholder.test(secret);
}

function previousSecretOf({ APP_SECRET, APP_SECRET_PREVIOUS }: z.infer<typeof schema>): string | null {
  if (APP_SECRET_PREVIOUS === APP_SECRET)
    throw new Error("Configuration: APP_SECRET_PREVIOUS must be the previous secret, not the current one");
  return APP_SECRET_PREVIOUS ?? null;
}

function toList(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== "");
}

function mailOf(values: z.infer<typeof schema>): Config["mail"] {
  const from = values.MAIL_FROM ?? "Paraph <no-reply@localhost>";
  if (values.RESEND_API_KEY)
    return { kind: "resend", apiKey: values.RESEND_API_KEY, baseUrl: values.RESEND_BASE_URL ?? null, from };
  if (values.SMTP_URL)
    return {
      kind: "smtp",
      url: values.SMTP_URL,
      from,
      returnPath: values.MAIL_RETURN_PATH ?? null,
      wantsReports: values.MAIL_REPORT_TOKEN !== undefined,
    };
  return { kind: "inbox" };
}

function limitsOf(json: string | undefined): { limits: Limits; changedLimits: string[] } {
  if (!json) return { limits: { ...defaultLimits }, changedLimits: [] };
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  const shape = Object.fromEntries(
    names.map((name) => [
      name,
      (defaultLimits[name] === 0 ? z.number().nonnegative() : z.number().positive()).optional(),
    ]),
  );
  const parsed = z.strictObject(shape).safeParse(parseJson(json));
  if (!parsed.success)
    throw new Error(`Configuration: LIMITS: ${parsed.error.issues.map((issue) => issue.message).join("; ")}`);
  const limits: Limits = { ...defaultLimits };
  const changedLimits: string[] = [];
  for (const name of names) {
    const value = parsed.data[name];
    if (value === undefined) continue;
    limits[name] = value;
    changedLimits.push(`${name}=${value} (standard ${defaultLimits[name]})`);
  }
  return { limits, changedLimits };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Error("Configuration: LIMITS is not JSON");
  }
}

function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}

/** The names of all variables that the configuration reads. */
export const configVariables: readonly string[] = Object.keys(schema.shape);

/** For checks that only run during development and testing. */
export const isProduction = process.env.NODE_ENV === "production";

let current: Config | null = null;

/** The variables of this process without their secrets. */
export function shownConfiguration(): ShownVariable[] {
  return showVariables(configVariables, process.env);
}

/** The configuration of this process. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
