import { route } from "@/lib/api/http/route";
import { uploadAttachmentOperation } from "@/lib/api/operations/attachments";
import { madeId } from "@/lib/context/idempotency/keys";
import { toAttachmentWire } from "@/lib/documents/attachments/read";
import { findAttachmentByLink } from "@/lib/signing/attachments/by-link";
import { uploadAttachment } from "@/lib/signing/attachments/upload";

export const POST = route(
  uploadAttachmentOperation,
  async (ctx, actor, { params, query, body }) =>
    toAttachmentWire(await uploadAttachment(ctx, actor, { ...params, ...query, file: body })),
  {
    again: async (ctx, actor, { params }, made) =>
      toAttachmentWire(await findAttachmentByLink(ctx, actor, { ...params, id: madeId(made, "attachmentId") })),
  },
);
