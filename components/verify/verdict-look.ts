import {
  CircleCheckBig,
  CircleHelp,
  CircleX,
  FileCheck2,
  FileQuestion,
  Hourglass,
  KeyRound,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { Headline } from "./cause-of";

const danger = "bg-danger-tint text-on-danger-tint";
const warning = "bg-warning-tint text-on-warning-tint";

export interface VerdictLook {
  icon: LucideIcon;
  look: string;
}

/** Icon and colours of a verdict, which the text beside them repeats. */
export const verdictLooks: Record<Headline, VerdictLook> = {
  none: { icon: FileQuestion, look: "bg-info-tint text-on-info-tint" },
  intact: { icon: CircleCheckBig, look: "bg-success-tint text-on-success-tint" },
  intact_later_allowed: { icon: CircleCheckBig, look: "bg-success-tint text-on-success-tint" },
  unfinished: { icon: Hourglass, look: warning },
  unsigned: { icon: Hourglass, look: warning },
  not_here: { icon: KeyRound, look: warning },
  evidence: { icon: FileCheck2, look: "bg-success-tint text-on-success-tint" },
  unsupported: { icon: CircleHelp, look: warning },
  modified: { icon: TriangleAlert, look: danger },
  bytes_changed: { icon: TriangleAlert, look: danger },
  looks_changed: { icon: TriangleAlert, look: danger },
  foreign_key: { icon: KeyRound, look: danger },
  invalid: { icon: CircleX, look: danger },
};

/** A revoked certificate turns a good verdict into a warning; a bad one stays. */
export function lookOf(headline: Headline, hasRevoked: boolean): VerdictLook {
  const look = verdictLooks[headline];
  return hasRevoked && look.look !== danger ? { icon: TriangleAlert, look: warning } : look;
}
