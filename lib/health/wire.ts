import type { z } from "zod";
import type { HealthReport } from "./describe";
import { sum, worst } from "./judge";
import type { healthReportAnswer } from "./schema";

export function toHealthWire({
  checks,
  version,
  node,
  postgres,
  startedAt,
  databaseMs,
  migrations,
  disk,
  timestamper,
  damaged,
  work,
}: HealthReport): z.infer<typeof healthReportAnswer> {
  return {
    status: worst(checks),
    checks,
    version,
    node,
    postgres,
    startedAt: startedAt.toISOString(),
    databaseMs,
    migrations,
    disk,
    jobs: { waiting: work.jobsDue, dead: sum(work.jobsDead), oldestSeconds: Math.round(work.oldestJobSeconds) },
    deliveries: {
      waiting: work.deliveriesWaiting,
      oldestSeconds: Math.round(work.oldestDeliverySeconds),
      disabledWebhooks: work.webhooksDisabled,
    },
    timestamps: { url: timestamper, waiting: work.jobsWaiting.augment ?? 0 },
    damaged: damaged.map(({ uuid, problem }) => ({ uuid, problem })),
    documents: work.files,
  };
}
