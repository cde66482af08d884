import { route } from "@/lib/api/http/route";
import { listTemplateSuggestionsOperation } from "@/lib/api/operations/templates";
import { listTemplateSuggestions } from "@/lib/requests/templates/pages";

export const GET = route(listTemplateSuggestionsOperation, (ctx, actor, { params }) =>
  listTemplateSuggestions(ctx, actor, params),
);
