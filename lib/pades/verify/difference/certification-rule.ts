import type { AllowedChange, ChangeKind } from "@/lib/pades/verify/difference/review";
import type { CertificationLevel } from "@/lib/pdf/permissions/doc-mdp";

/** What long-term validation adds is allowed at every level (ETSI EN 319 142-1, 5.4 and 5.5). */
const alwaysAllowed: ReadonlySet<ChangeKind> = new Set<ChangeKind>(["validation_data", "timestamp", "metadata"]);
/** Levels 2 and 3; a new signature field is no filling in (ISO 32000-2, table 257), and annotations are refused before. */
const formFilling: ReadonlySet<ChangeKind> = new Set<ChangeKind>([...alwaysAllowed, "signed", "filled_in"]);

/** The changes that a certification forbids although an ordinary signature would allow them. */
export function refusedByCertification(
  level: CertificationLevel | null,
  changes: readonly AllowedChange[],
): AllowedChange[] {
  if (level === null) {
    return [];
  }
  const permitted = level === 1 ? alwaysAllowed : formFilling;
  return changes.filter((change) => !permitted.has(change.kind));
}
