import type { Attachment } from "@/db/schema/files";
import type { AttachmentWire } from "./schema";

export function toAttachmentWire(attachment: Attachment): AttachmentWire {
  const { id, signRequestId, requestId, label, name, type, size, sha256, createdAt } = attachment;
  return { id, signRequestId, requestId, label, name, type, size, sha256, createdAt: createdAt.toISOString() };
}
