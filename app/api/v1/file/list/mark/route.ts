import { route } from "@/lib/api/http/route";
import { showListMarkOperation } from "@/lib/api/operations/files";
import { showListMark } from "@/lib/views/list/list";

export const GET = route(showListMarkOperation, (ctx, actor) => showListMark(ctx, actor));
