import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { askStatusByPathOperation } from "@/lib/api/operations/authority";
import { answerOcsp } from "@/lib/authority/revocation";

export const GET = route(askStatusByPathOperation, async (ctx, _actor, { params }) => {
  const bytes = await answerOcsp(ctx, Buffer.from(params.request, "base64"));
  return content({ bytes, mediaType: "application/ocsp-response", headers: { "cache-control": "public, max-age=60" } });
});
