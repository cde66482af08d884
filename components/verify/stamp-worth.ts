import type { SignatureRecord } from "./verification";

/**
 * Whose word the time is: `vouched`, a timestamp of an authority that this service knows; `unknown`, a timestamp that holds, of an
 * authority that anybody may have made up; `none`, no timestamp that can be credited.
 */
export function stampWorth({ timestamp }: Pick<SignatureRecord, "timestamp">): "vouched" | "unknown" | "none" {
  if (timestamp.status !== "valid") return "none";
  return timestamp.chain === "unknown" ? "unknown" : "vouched";
}
