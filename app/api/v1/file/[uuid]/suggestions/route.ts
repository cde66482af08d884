import { route } from "@/lib/api/http/route";
import { listSuggestionsOperation } from "@/lib/api/operations/fields";
import { listSuggestions } from "@/lib/documents/suggestions/find";

export const GET = route(listSuggestionsOperation, (ctx, actor, { params }) => listSuggestions(ctx, actor, params));
