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
  startedAt: z.string().meta({ description: "Of the process that answered." }),
  databaseMs: z.int().meta({ description: "What the shortest question took." }),
  migrations: z.int(),
  disk: z
    .object({ freeBytes: z.int(), totalBytes: z.int() })
    .nullable()
    .meta({ description: "Where documents are kept. Null: it cannot be told." }),
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
