import type { Ctx } from "@/lib/context";
import { askedSerialNumber, namesAsIssuer, readOcspRequest } from "@/lib/keys/ocsp-request";
import { makeOcspResponse, refuseOcsp } from "@/lib/keys/ocsp-response";
import { allAuthorities } from "./authorities";
import { answerTimes, certificateStates } from "./certificate-states";

/**
 * Answers an OCSP request (RFC 6960), DER to DER: `malformedRequest` for what is none, `unauthorized` when it asks about certificates
 * of others, or of several of our authorities at once, for each of which another key must sign. An authority that was replaced answers
 * for what it issued.
 */
export async function answerOcsp(ctx: Ctx, der: Uint8Array): Promise<Buffer> {
  const request = readOcspRequest(der);
  if (!request) return refuseOcsp("malformedRequest");
  const authority = (await allAuthorities(ctx)).find(({ certificate }) =>
    request.asked.every(namesAsIssuer(certificate)),
  );
  if (!authority) return refuseOcsp("unauthorized");
  const now = await ctx.now();
  const states = await certificateStates(ctx, authority, request.asked.map(askedSerialNumber));
  const revocations = [...states.values()].flatMap((state) => (state.kind === "revoked" ? [state.at] : []));
  return makeOcspResponse(
    authority,
    request,
    (asked) => states.get(askedSerialNumber(asked)) ?? { kind: "unknown" },
    answerTimes(now, revocations),
  );
}
