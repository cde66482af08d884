import { route } from "@/lib/api/http/route";
import { listAttachmentsOperation } from "@/lib/api/operations/attachments";
import { listAttachments, toAttachmentWire } from "@/lib/documents/attachments/read";

export const GET = route(listAttachmentsOperation, async (ctx, actor, { params }) => ({
  data: (await listAttachments(ctx, actor, params)).map(toAttachmentWire),
}));
