import type { Element } from "@/db/schema/files";
import type { AuditRecord } from "@/lib/audit/events";

/** An element as the audit trail names it; sizes in points as text, because canonical JSON holds integers only where they are exact. */
export function describeElement(element: Element): AuditRecord {
  return {
    elementId: element.id,
    signRequestId: element.signRequestId,
    type: element.type,
    page: element.page,
    box: [element.leftPt, element.topPt, element.widthPt, element.heightPt].map(String),
    required: element.required,
  };
}
