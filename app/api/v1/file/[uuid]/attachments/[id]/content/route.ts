import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadAttachmentOperation } from "@/lib/api/operations/attachments";
import { downloadAttachment } from "@/lib/documents/attachments/read";

export const GET = route(downloadAttachmentOperation, async (ctx, actor, { params }) =>
  content(await downloadAttachment(ctx, actor, params)),
);
