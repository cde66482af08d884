import { route } from "@/lib/api/http/route";
import { listAttachmentsByLinkOperation } from "@/lib/api/operations/attachments";
import { toAttachmentWire } from "@/lib/documents/attachments/read";
import { toAttachmentRequestWire } from "@/lib/requests/state/attachment-requests";
import { listAttachmentsByLink } from "@/lib/signing/attachments/by-link";

export const GET = route(listAttachmentsByLinkOperation, async (ctx, actor, { params }) => {
  const { requests, added } = await listAttachmentsByLink(ctx, actor, params);
  return { requests: requests.map(toAttachmentRequestWire), data: added.map(toAttachmentWire) };
});
