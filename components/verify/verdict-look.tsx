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
import { useTranslations } from "next-intl";
import { CopyIcon } from "@/components/ui/copy-button";
import type { Headline } from "./cause-of";
import type { SignatureRecord } from "./verification";

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

/** A hash with a copy button; `what` is the accessible name if there are several. */
export function HashLine({ sha256, what }: { sha256: string; what: string }) {
  const t = useTranslations("verify");
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 font-mono text-caption leading-6 wrap-anywhere">{sha256}</code>
      <CopyIcon text={sha256} label={t("copyHashOf", { what })} className="-my-1 print:hidden" />
    </span>
  );
}

/**
 * Trust in the time of signing. `vouched`: a timestamp of an authority known to this service. `unknown`: a valid timestamp of an unknown authority. `none`: no
 * valid timestamp.
 */
export function stampWorth({ timestamp }: Pick<SignatureRecord, "timestamp">): "vouched" | "unknown" | "none" {
  if (timestamp.status !== "valid") return "none";
  return timestamp.chain === "unknown" ? "unknown" : "vouched";
}
