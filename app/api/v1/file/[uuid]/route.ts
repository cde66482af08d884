import { route } from "@/lib/api/http/route";
import { deleteFileOperation } from "@/lib/api/operations/files";
import { deleteFile, fileDeleted } from "@/lib/documents/delete";

export const DELETE = route(deleteFileOperation, (ctx, actor, { params }) => deleteFile(ctx, actor, params), {
  again: () => fileDeleted,
});
