import { deleteFileOperation } from "@/lib/api/operations/files";
import { deleteFile, fileDeleted } from "@/lib/files/delete";
import { route } from "@/lib/http/route";

export const DELETE = route(deleteFileOperation, (ctx, actor, { params }) => deleteFile(ctx, actor, params), {
  again: () => fileDeleted,
});
