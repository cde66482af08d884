import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { downloadTemplateOperation } from "@/lib/api/operations/templates";
import { downloadTemplate } from "@/lib/requests/templates/pages";

export const GET = route(downloadTemplateOperation, async (ctx, actor, { params }) =>
  content({ ...(await downloadTemplate(ctx, actor, params)), mediaType: "application/pdf" }),
);
