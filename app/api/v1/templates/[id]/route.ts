import { route } from "@/lib/api/http/route";
import { changeTemplateOperation, deleteTemplateOperation, getTemplateOperation } from "@/lib/api/operations/templates";
import { changeTemplate, deleteTemplate, templateDeleted } from "@/lib/requests/templates/change";
import { showTemplate } from "@/lib/requests/templates/show";

export const GET = route(getTemplateOperation, (ctx, actor, { params }) => showTemplate(ctx, actor, params));
export const PUT = route(
  changeTemplateOperation,
  async (ctx, actor, { params, body }) => {
    const { templateId, unfit } = await changeTemplate(ctx, actor, { ...params, ...body });
    return showTemplate(ctx, actor, { id: templateId, unfit });
  },
  { again: (ctx, actor, { params }) => showTemplate(ctx, actor, params) },
);
export const DELETE = route(deleteTemplateOperation, (ctx, actor, { params }) => deleteTemplate(ctx, actor, params), {
  again: () => templateDeleted,
});
