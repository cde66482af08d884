import { z } from "zod";
import { adminActivityTypes } from "@/db/schema/administration";
import { accountAnswer, storageAnswer, type roles } from "@/lib/accounts/schema";
import { laneNames, type OutboxKind } from "@/lib/records/outbox/kinds";
import { jobKinds, jobStates, listedJobStates } from "./job-choices";

export type JobKind = OutboxKind;
type ListedJobState = (typeof listedJobStates)[number];

export const activityAnswer = z.object({
  id: z.int(),
  at: z.string(),
  type: z.enum(adminActivityTypes),
  by: z
    .object({ id: z.int(), displayName: z.string() })
    .nullable()
    .meta({ description: "The administrator. Null: the operator, by a command on the server." }),
  about: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ description: "Ids and names of the affected objects." }),
});
export const activityListAnswer = z.object({
  data: z.array(activityAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});

export const administeredAccountAnswer = accountAnswer.extend({
  madeBy: z.enum(["invitation", "signup", "administrator"]),
  locked: z.boolean().meta({ description: "Locked after too many wrong passwords. A password reset unlocks it." }),
  sessions: z.int().meta({ description: "Number of active sessions." }),
  lastSeenAt: z.string().nullable().meta({ description: "When one of these sessions was last used." }),
  storage: storageAnswer,
  retentionDays: z
    .int()
    .nullable()
    .meta({ description: "Retention period of the account's documents. Null: the instance's period applies." }),
});
export const administeredAccountListAnswer = z.object({
  data: z.array(administeredAccountAnswer),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
export const endedSessionsAnswer = z.object({ message: z.string(), ended: z.int() });

export interface AccountQuery {
  /** Part of the name or address. */
  q?: string | undefined;
  role?: (typeof roles)[number] | undefined;
  cursor?: number | undefined;
  /** 1000 if omitted. */
  length?: number | undefined;
}

export const healthAnswer = z.object({ status: z.literal("ok") });

export const healthStates = ["ok", "warning", "failing", "off"] as const;
export const healthChecks = [
  "database",
  "migrations",
  "documents",
  "disk",
  "jobs",
  "webhooks",
  "mail",
  "timestamps",
  "proxy",
  "retention",
  "sweep",
] as const;

export const healthReportAnswer = z.object({
  status: z.enum(["ok", "warning", "failing"]).meta({ description: "The worst of the checks." }),
  checks: z.array(z.object({ name: z.enum(healthChecks), state: z.enum(healthStates) })),
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  startedAt: z.string().meta({ description: "The start of the process that returned this report." }),
  databaseMs: z.int().meta({ description: "The response time of a minimal query, in milliseconds." }),
  migrations: z.int(),
  disk: z
    .object({ freeBytes: z.int(), totalBytes: z.int() })
    .nullable()
    .meta({ description: "The disk with the documents. Null if its size is unknown." }),
  jobs: z.object({
    waiting: z.int(),
    dead: z.int(),
    oldestSeconds: z.number().meta({ description: "Age of the oldest due job." }),
  }),
  deliveries: z.object({ waiting: z.int(), oldestSeconds: z.number(), disabledWebhooks: z.int() }),
  timestamps: z.object({
    url: z.string().nullable(),
    waiting: z.int().meta({ description: "Documents waiting for validation data and a timestamp." }),
  }),
  damaged: z
    .array(
      z.object({
        uuid: z.string().meta({ description: "The UUID of the document, also for its evidence and its attachments." }),
        templateId: z.int().nullable().meta({ description: "The template that the document belongs to." }),
        problem: z.enum(["missing", "altered", "unreadable"]).meta({
          description: "`unreadable`: the file exists but cannot be read. Its bytes may be intact.",
        }),
      }),
    )
    .meta({
      description:
        "Documents and templates whose stored bytes are missing, altered or unreadable, at most 50. Bytes found wrong when they were used are here at once. An hourly check compares sizes and, for up to 256 MiB, hashes. `npm run doctor` checks all documents.",
    }),
  sweep: z
    .object({ state: z.enum(["swept", "stopped", "foreign", "set_back"]), unknown: z.int(), total: z.int() })
    .meta({
      description:
        "The last hourly sweep of stored files without a document. `stopped`: more than 5 % of the files (`unknown` of `total`) are unknown to the database. `foreign`: the storage belongs to another instance. `set_back`: the database is older than the storage. In all three cases no unknown file is deleted.",
    }),
  documents: z.record(z.string(), z.int()).meta({ description: "How many are in each state." }),
});

export const gatewayChannels = ["email", "sms", "telegram", "signal"] as const;
export type GatewayChannel = (typeof gatewayChannels)[number];

const testResult = z.object({
  at: z.string(),
  delivered: z.boolean(),
  sentTo: z.string().meta({ description: "The masked address or number." }),
  durationMs: z.int(),
  reason: z.string().nullable().meta({ description: "The gateway's error, without addresses, numbers and tokens." }),
});

export const gatewayAnswer = z.object({
  channel: z.enum(gatewayChannels),
  state: z
    .enum(["configured", "kept", "off"])
    .meta({ description: "`kept`: e-mails stay on this server, under `/inbox`." }),
  waiting: z.int().meta({ description: "E-mails or codes waiting for a retry." }),
  lastTest: testResult.nullable(),
});
export const gatewayListAnswer = z.object({ data: z.array(gatewayAnswer) });

export const gatewayTest = z.object({
  to: z.string().trim().min(1).max(254).optional().meta({
    description:
      "An e-mail address, a number in international format, or the id of a Telegram chat. Defaults to your own.",
  }),
});
export const gatewayTestAnswer = testResult.extend({ message: z.string(), channel: z.enum(gatewayChannels) });

export type GatewayTestResult = z.infer<typeof testResult>;

export const jobAnswer = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates).meta({
    description: "`scheduled`: not due yet. `waiting`: due, or waiting for a retry. `dead`: failed permanently.",
  }),
  file: z
    .object({ fileId: z.int(), uuid: z.string() })
    .nullable()
    .meta({ description: "The document of the job, without its name and content." }),
  template: z.string().nullable().meta({ description: "The kind of e-mail." }),
  attempts: z.int(),
  lastError: z
    .string()
    .nullable()
    .meta({ description: "The last error, without addresses, numbers, links and tokens." }),
  nextTryAt: z.string().nullable(),
  createdAt: z.string(),
  deadAt: z.string().nullable(),
  mayRetry: z.boolean().meta({
    description:
      "False if it is not due yet, or if its message contained a secret that was erased when the job failed. The recipient can then request a new one.",
  }),
});
export const jobListAnswer = z.object({
  data: z.array(jobAnswer),
  counts: z
    .array(z.object({ kind: z.enum(jobKinds), waiting: z.int(), dead: z.int(), scheduled: z.int() }))
    .meta({ description: "Counts of all kinds with jobs, regardless of the query." }),
  pagination: z.object({ nextCursor: z.string().nullable() }),
});
export const jobFilter = z.object({ state: z.enum(listedJobStates).optional(), kind: z.enum(jobKinds).optional() });
export const jobsRetry = z.object({ kind: z.enum(jobKinds) });
export const jobsRetryAnswer = z.object({ message: z.string(), retried: z.int() });

export interface JobQuery {
  state?: ListedJobState | undefined;
  kind?: JobKind | undefined;
  cursor?: number | undefined;
  /** 50 if omitted. */
  length?: number | undefined;
}

const time = z.string().meta({ description: "ISO 8601" });
const count = z.int();

export const diagnosticsAnswer = z.object({
  at: time,
  service: z.object({
    version: z.string(),
    build: z.string().meta({ description: "Differs between two builds of one version." }),
    node: z.string(),
    postgres: z.string(),
    converter: z.enum(["program", "url"]).nullable().meta({
      description: "The converter for DOCX, ODT and RTF: LibreOffice on this machine or CONVERT_URL. Null: none.",
    }),
    system: z.string().meta({ description: "Operating system, architecture and release." }),
    processors: count,
    memoryBytes: z.int().meta({ description: "The memory of the machine, or the container's limit." }),
    residentBytes: z.int().meta({ description: "The resident memory of the process that answered." }),
    startedAt: time,
  }),
  status: z.enum(["ok", "warning", "failing"]),
  checks: z.array(z.object({ name: z.enum(healthChecks), state: z.enum(healthStates) })),
  clock: z.object({
    differenceMs: z.int().meta({ description: "Database minus this machine; positive: the database is ahead." }),
    uncertaintyMs: z.int(),
  }),
  migrations: z.object({ applied: count, known: count, newest: z.string() }),
  configuration: z
    .array(z.object({ name: z.string(), isSet: z.boolean(), value: z.string().nullable() }))
    .meta({ description: "Values of non-sensitive variables; for all others only whether they are set." }),
  work: z.object({
    jobs: z.array(z.object({ kind: z.string(), waiting: count, dead: count })),
    lanes: z.array(z.object({ lane: z.enum(laneNames), due: count, oldestSeconds: count })),
    messagesFailing: count,
    deliveriesWaiting: count,
    webhooksDisabled: count,
    engine: z.array(z.object({ pool: z.string(), running: count, waiting: count, places: count })),
  }),
  sizes: z.object({
    databaseBytes: z.int(),
    tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })).meta({
      description: "The ten largest; rows as the database estimates them.",
    }),
    documents: z.record(z.string(), count),
    contentDeleted: count,
    disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }).nullable(),
  }),
  certificates: z.array(z.object({ role: z.string(), expiresAt: time })),
  lastBackupAt: time.nullable().meta({ description: "When `npm run backup` last succeeded." }),
  errors: z.object({
    requests: z
      .array(z.object({ code: z.string(), cause: z.string().nullable(), count, lastAt: time }))
      .meta({ description: "Failed API requests of the process that answered, since its start." }),
    calls: z
      .array(z.object({ service: z.string(), failed: count, succeeded: count }))
      .meta({ description: "Calls of that process to other servers." }),
    jobs: z
      .array(z.object({ kind: z.string(), attempts: count, dead: z.boolean(), count }))
      .meta({ description: "Jobs whose last attempt failed, without their messages." }),
    storage: z.array(z.object({ code: z.string(), count })),
  }),
});
