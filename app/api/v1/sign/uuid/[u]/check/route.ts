import { checkFieldsByLinkOperation } from "@/lib/api/operations/signing";
import { route } from "@/lib/http/route";
import { checkFields } from "@/lib/signing/check-fields";

export const POST = route(checkFieldsByLinkOperation, async (ctx, actor, { params, body }) => {
  await checkFields(ctx, actor, { ...body, target: { link: params.u } });
  return { message: "All of it can be written into the document." };
});
