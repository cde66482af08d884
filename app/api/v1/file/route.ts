import { uploadFileOperation } from "@/lib/api/operations/files";
import { showOwn } from "@/lib/file-views/show";
import { uploadFile } from "@/lib/files/upload";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

export const POST = route(
  uploadFileOperation,
  async (ctx, actor, { query, body }) => {
    const { fileId } = await uploadFile(ctx, actor, { stream: body.stream, name: query.name ?? body.formName });
    return showOwn(ctx, actor, fileId);
  },
  { again: (ctx, actor, _input, made) => showOwn(ctx, actor, madeId(made, "fileId")) },
);
