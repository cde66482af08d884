import { route } from "@/lib/api/http/route";
import { duplicateFileOperation } from "@/lib/api/operations/files";
import { madeId } from "@/lib/context/idempotency/keys";
import { duplicateRequest } from "@/lib/requests/duplicate";
import { showOwn } from "@/lib/views/show";

export const POST = route(
  duplicateFileOperation,
  async (ctx, actor, { params, body }) => {
    const { fileId } = await duplicateRequest(ctx, actor, { ...params, ...body });
    return showOwn(ctx, actor, fileId);
  },
  { again: (ctx, actor, _input, made) => showOwn(ctx, actor, madeId(made, "fileId")) },
);
