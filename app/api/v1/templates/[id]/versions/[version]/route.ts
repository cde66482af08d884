import { route } from "@/lib/api/http/route";
import { getTemplateVersionOperation } from "@/lib/api/operations/templates";
import { showTemplateVersion } from "@/lib/requests/templates/show";

export const GET = route(getTemplateVersionOperation, (ctx, actor, { params }) =>
  showTemplateVersion(ctx, actor, params),
);
