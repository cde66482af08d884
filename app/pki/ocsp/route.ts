import { askStatusOperation } from "@/lib/api/operations/authority";
import { answerOcsp } from "@/lib/authority/answer-ocsp";
import { content } from "@/lib/http/content";
import { route } from "@/lib/http/route";

export const POST = route(askStatusOperation, async (ctx, _actor, { body }) =>
  content({ bytes: await answerOcsp(ctx, body), mediaType: "application/ocsp-response" }),
);
