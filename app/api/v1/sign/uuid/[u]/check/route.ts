import { route } from "@/lib/api/http/route";
import { checkFieldsByLinkOperation } from "@/lib/api/operations/signing";
import { checkFields } from "@/lib/signing/plan-contents";

export const POST = route(checkFieldsByLinkOperation, async (ctx, actor, { params, body }) => {
  await checkFields(ctx, actor, { ...body, target: { link: params.u } });
  return { message: "All of it can be written into the document." };
});
