import { route } from "@/lib/api/http/route";
import { previewAppearanceOperation } from "@/lib/api/operations/fields";
import { previewOfAppearance } from "@/lib/documents/fields/signature-appearance";

export const POST = route(previewAppearanceOperation, (ctx, actor, { body }) => previewOfAppearance(ctx, actor, body));
