import { fetchFileOperation } from "@/lib/api/operations/files";
import { showOwn } from "@/lib/file-views/show";
import { fetchFile } from "@/lib/files/fetch";
import { route } from "@/lib/http/route";
import { madeId } from "@/lib/idempotency/made";

export const POST = route(
  fetchFileOperation,
  async (ctx, actor, { body }) => {
    const { fileId } = await fetchFile(ctx, actor, body);
    return showOwn(ctx, actor, fileId);
  },
  { again: (ctx, actor, _input, made) => showOwn(ctx, actor, madeId(made, "fileId")) },
);
