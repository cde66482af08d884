import type { Ctx } from "@/lib/context";
import type { VerificationReport } from "@/lib/pades/verify/report";

/**
 * Logs each signature that the rules called green and the pictures did not: whoever runs this instance learns that a rule has a hole, and that
 * somebody may know it. Names the file by its hash and the places; nothing of what it shows.
 */
export function logRuleDefects({ log }: Pick<Ctx, "log">, { sha256, signatures }: VerificationReport): void {
  for (const {
    field,
    pictures: { overrules, places },
  } of signatures) {
    if (overrules)
      log.error(
        { sha256, field, places: places.slice(0, 10) },
        "verification: the rules permitted a change that pictures show",
      );
  }
}
