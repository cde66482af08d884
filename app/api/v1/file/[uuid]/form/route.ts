import { route } from "@/lib/api/http/route";
import { setFormValuesOperation } from "@/lib/api/operations/fields";
import { listSuggestions } from "@/lib/documents/suggestions/find";
import { setFormValues } from "@/lib/documents/upload/form-values";

export const PUT = route(
  setFormValuesOperation,
  async (ctx, actor, { params, body }) => {
    await setFormValues(ctx, actor, { ...params, ...body });
    return listSuggestions(ctx, actor, params);
  },
  { again: (ctx, actor, { params }) => listSuggestions(ctx, actor, params) },
);
