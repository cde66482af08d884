import { route } from "@/lib/api/http/route";
import { listTemplateVersionsOperation } from "@/lib/api/operations/templates";
import { listTemplateVersions } from "@/lib/requests/templates/show";

export const GET = route(listTemplateVersionsOperation, (ctx, actor, { params }) =>
  listTemplateVersions(ctx, actor, params),
);
