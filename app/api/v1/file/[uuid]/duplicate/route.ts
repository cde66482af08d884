import { duplicateFileOperation } from "@/lib/api/operations/files";
import { showOwn } from "@/lib/file-views/show";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";
import { duplicateRequest } from "@/lib/sign-requests/duplicate";

export const POST = route(
  duplicateFileOperation,
  async (ctx, actor, { params, body }) => {
    const { fileId } = await duplicateRequest(ctx, actor, { ...params, ...body });
    return showOwn(ctx, actor, fileId);
  },
  { again: (ctx, actor, _input, made) => showOwn(ctx, actor, madeId(made, "fileId")) },
);
