import { route } from "@/lib/api/http/route";
import { createTemplateOperation, listTemplatesOperation } from "@/lib/api/operations/templates";
import { madeId } from "@/lib/context/idempotency/keys";
import { createTemplate } from "@/lib/requests/templates/create";
import { listTemplates, showTemplate } from "@/lib/requests/templates/show";

export const GET = route(listTemplatesOperation, (ctx, actor, { query }) => listTemplates(ctx, actor, query));
export const POST = route(
  createTemplateOperation,
  async (ctx, actor, { body }) => showTemplate(ctx, actor, { id: (await createTemplate(ctx, actor, body)).templateId }),
  { again: (ctx, actor, _input, made) => showTemplate(ctx, actor, { id: madeId(made, "templateId") }) },
);
