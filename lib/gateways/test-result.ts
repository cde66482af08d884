import type { AdministrationAct } from "@/db/schema/administration";
import type { GatewayTestResult } from "./schema";

/** What the note of a test says came of it. */
export function resultOf({ at, data }: AdministrationAct): GatewayTestResult {
  const reason = String(data.reason);
  return {
    at: at.toISOString(),
    delivered: data.delivered === true,
    sentTo: String(data.sentTo),
    durationMs: Number(data.durationMs),
    reason: reason === "" ? null : reason,
  };
}
