import { listSuggestionsOperation } from "@/lib/api/operations/elements";
import { route } from "@/lib/http/route";
import { listSuggestions } from "@/lib/suggestions/list";

export const GET = route(listSuggestionsOperation, (ctx, actor, { params }) => listSuggestions(ctx, actor, params));
