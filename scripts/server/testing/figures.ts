import type { ServiceFigures } from "@/lib/administration/health/service-figures";
import type { MetricsSources } from "../metrics";

/** Figures of an idle service. */
export const quietFigures: ServiceFigures = {
  work: {
    jobsWaiting: {},
    jobsDead: {},
    jobsDue: 0,
    oldestJobSeconds: 0,
    deliveriesWaiting: 0,
    oldestDeliverySeconds: 0,
    webhooksDisabled: 0,
    files: {},
  },
  lanes: {
    mail: { due: 0, oldestSeconds: 0 },
    urgent: { due: 0, oldestSeconds: 0 },
    slow: { due: 0, oldestSeconds: 0 },
    timestamps: { due: 0, oldestSeconds: 0 },
    bulk: { due: 0, oldestSeconds: 0 },
    others: { due: 0, oldestSeconds: 0 },
  },
  messages: { failing: 0, dead: 0 },
  disk: { freeBytes: 1, totalBytes: 2 },
  certificates: [],
  retention: { deleted: 0, announced: 0, isStopped: false },
  isSweepStopped: false,
  damaged: 0,
  lastBackupAt: null,
};

export function quietSources(changes: Partial<ServiceFigures> = {}): MetricsSources {
  return { figures: () => Promise.resolve({ ...quietFigures, ...changes }), load: () => null };
}
