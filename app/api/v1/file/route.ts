import { route } from "@/lib/api/http/route";
import { uploadFileOperation } from "@/lib/api/operations/files";
import { madeId } from "@/lib/context/idempotency/keys";
import { uploadOptionsOf } from "@/lib/documents/conversion/convert-upload";
import { uploadFile } from "@/lib/documents/upload/upload";
import { showOwn } from "@/lib/views/show";

export const POST = route(
  uploadFileOperation,
  async (ctx, actor, { query, body }) => {
    const { fileId } = await uploadFile(ctx, actor, {
      stream: body.stream,
      name: query.name ?? body.formName,
      fileName: query.fileName ?? body.fileName,
      text: body.text ?? null,
      ...uploadOptionsOf(query),
    });
    return showOwn(ctx, actor, fileId);
  },
  { again: (ctx, actor, _input, made) => showOwn(ctx, actor, madeId(made, "fileId")) },
);
