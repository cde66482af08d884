import type { SignatureRecord } from "./verification";

/**
 * Trust in the time of signing. `vouched`: a timestamp of an authority known to this service. `unknown`: a valid timestamp of an unknown authority. `none`: no
 * valid timestamp.
 */
export function stampWorth({ timestamp }: Pick<SignatureRecord, "timestamp">): "vouched" | "unknown" | "none" {
  if (timestamp.status !== "valid") return "none";
  return timestamp.chain === "unknown" ? "unknown" : "vouched";
}
