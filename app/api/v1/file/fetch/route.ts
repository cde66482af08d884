import { route } from "@/lib/api/http/route";
import { fetchFileOperation } from "@/lib/api/operations/files";
import { madeId } from "@/lib/context/idempotency/keys";
import { fetchFile } from "@/lib/documents/upload/upload";
import { showOwn } from "@/lib/views/show";

export const POST = route(
  fetchFileOperation,
  async (ctx, actor, { body }) => {
    const { fileId } = await fetchFile(ctx, actor, body);
    return showOwn(ctx, actor, fileId);
  },
  { again: (ctx, actor, _input, made) => showOwn(ctx, actor, madeId(made, "fileId")) },
);
