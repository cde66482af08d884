import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadAttachmentByLinkOperation } from "@/lib/api/operations/attachments";
import { downloadAttachmentByLink } from "@/lib/signing/attachments/by-link";

export const GET = route(downloadAttachmentByLinkOperation, async (ctx, actor, { params }) =>
  content(await downloadAttachmentByLink(ctx, actor, params)),
);
