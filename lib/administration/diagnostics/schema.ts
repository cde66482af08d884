import { z } from "zod";
import { healthChecks, healthStates } from "@/lib/administration/health/schema";

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
      description: "What converts DOCX, ODT and RTF: LibreOffice on the machine, or CONVERT_URL; null: nothing.",
    }),
    system: z.string().meta({ description: "Operating system, architecture and release." }),
    processors: count,
    memoryBytes: z.int().meta({ description: "Of the machine, or what a container may take." }),
    residentBytes: z.int().meta({ description: "Of the process that answered." }),
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
    .meta({ description: "Values of harmless variables; of all others only whether they are set." }),
  work: z.object({
    jobs: z.array(z.object({ kind: z.string(), waiting: count, dead: count })),
    lanes: z.array(z.object({ lane: z.string(), due: count, oldestSeconds: count })),
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
  lastBackupAt: time.nullable().meta({ description: "By `npm run backup`." }),
  errors: z.object({
    requests: z
      .array(z.object({ code: z.string(), cause: z.string().nullable(), count, lastAt: time }))
      .meta({ description: "Of the API in the process that answered, since its start." }),
    calls: z
      .array(z.object({ service: z.string(), failed: count, succeeded: count }))
      .meta({ description: "To other servers, by that process." }),
    jobs: z
      .array(z.object({ kind: z.string(), attempts: count, dead: z.boolean(), count }))
      .meta({ description: "Jobs whose last try failed, without their messages." }),
    storage: z.array(z.object({ code: z.string(), count })),
  }),
});
