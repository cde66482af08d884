import { route } from "@/lib/api/http/route";
import { listFileMailsOperation } from "@/lib/api/operations/sign-requests";
import { listFileMails } from "@/lib/requests/notices/list-file-mails";

export const GET = route(listFileMailsOperation, (ctx, actor, { params, query }) =>
  listFileMails(ctx, actor, { ...params, ...query }),
);
