import { showListMarkOperation } from "@/lib/api/operations/files";
import { showListMark } from "@/lib/file-views/list-mark";
import { route } from "@/lib/http/route";

export const GET = route(showListMarkOperation, (ctx, actor) => showListMark(ctx, actor));
