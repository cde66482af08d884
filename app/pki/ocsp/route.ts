import { content } from "@/lib/api/http/content";
import { route } from "@/lib/api/http/route";
import { askStatusOperation } from "@/lib/api/operations/authority";
import { answerOcsp } from "@/lib/authority/revocation";

export const POST = route(askStatusOperation, async (ctx, _actor, { body }) =>
  content({ bytes: await answerOcsp(ctx, body), mediaType: "application/ocsp-response" }),
);
