import { CircleCheckBig, CircleHelp, CircleX, FileQuestion, TriangleAlert, type LucideIcon } from "lucide-react";
import type { Report } from "./verification";

/** Icon and colours of a verdict; the words beside them say the same. */
export const verdictLooks: Record<Report["verdict"], { icon: LucideIcon; look: string }> = {
  none: { icon: FileQuestion, look: "bg-info-tint text-on-info-tint" },
  intact: { icon: CircleCheckBig, look: "bg-success-tint text-on-success-tint" },
  intact_later_allowed: { icon: CircleCheckBig, look: "bg-success-tint text-on-success-tint" },
  unsupported: { icon: CircleHelp, look: "bg-warning-tint text-on-warning-tint" },
  modified: { icon: TriangleAlert, look: "bg-danger-tint text-on-danger-tint" },
  invalid: { icon: CircleX, look: "bg-danger-tint text-on-danger-tint" },
};
