import { z } from "zod";

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
    oldestSeconds: z.number().meta({ description: "How long the longest due job has waited." }),
  }),
  deliveries: z.object({ waiting: z.int(), oldestSeconds: z.number(), disabledWebhooks: z.int() }),
  timestamps: z.object({
    url: z.string().nullable(),
    waiting: z.int().meta({ description: "Documents that wait for validation data and a timestamp." }),
  }),
  damaged: z.array(z.object({ uuid: z.string(), problem: z.enum(["missing", "altered"]) })).meta({
    description:
      "Documents whose stored bytes are missing or of another size, of the newest ones; `npm run doctor` reads all.",
  }),
  documents: z.record(z.string(), z.int()).meta({ description: "How many are in each state." }),
});
