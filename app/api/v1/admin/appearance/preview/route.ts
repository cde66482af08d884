import { previewOfAppearance } from "@/lib/administration/preview-appearance";
import { route } from "@/lib/api/http/route";
import { previewAppearanceOperation } from "@/lib/api/operations/administration";

export const POST = route(previewAppearanceOperation, (ctx, actor, { body }) => previewOfAppearance(ctx, actor, body));
