import { route } from "@/lib/api/http/route";
import { removeAttachmentOperation } from "@/lib/api/operations/attachments";
import { removeAttachment } from "@/lib/signing/attachments/by-link";

const removed = { message: "The file was removed." };

export const DELETE = route(
  removeAttachmentOperation,
  async (ctx, actor, { params }) => {
    await removeAttachment(ctx, actor, params);
    return removed;
  },
  { again: () => removed },
);
