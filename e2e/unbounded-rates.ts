import type { Limits } from "@/lib/platform/limits";

/** `LIMITS` for servers that a test or measurement calls as one client, more often than any client may. */
export const unboundedRates = {
  apiRequestsPerMinute: 60_000_000,
  apiRequestBurst: 1_000_000,
  anonymousRequestsPerMinute: 60_000_000,
  uploadsPerMinute: 60_000_000,
  verificationsPerMinute: 60_000_000,
  pagesPerMinute: 60_000_000,
  statusRequestsPerMinute: 60_000_000,
} satisfies Partial<Limits>;
