import type { Ctx } from "@/lib/context";
import { askedSerialNumber, namesAsIssuer, readOcspRequest } from "@/lib/keys/ocsp-request";
import { makeOcspResponse, refuseOcsp } from "@/lib/keys/ocsp-response";
import { answerTimes, certificateStates } from "./certificate-states";
import { instanceKeys } from "./instance-keys";
import type { AuthorityName } from "./revocation-places";

const authorities: readonly AuthorityName[] = ["issuing", "root"];

/**
 * Answers an OCSP request (RFC 6960), DER to DER: `malformedRequest` for what is none, `unauthorized` when it asks about certificates
 * of others, or of both our authorities at once, for each of which another key must sign.
 */
export async function answerOcsp(ctx: Ctx, der: Uint8Array): Promise<Buffer> {
  const request = readOcspRequest(der);
  if (!request) return refuseOcsp("malformedRequest");
  const keys = await instanceKeys(ctx);
  const authority = authorities.find((name) => request.asked.every(namesAsIssuer(keys[name].certificate)));
  if (!authority) return refuseOcsp("unauthorized");
  const now = await ctx.now();
  const states = await certificateStates(ctx, authority, request.asked.map(askedSerialNumber));
  return makeOcspResponse(keys[authority], request, (asked) => states.get(askedSerialNumber(asked)) ?? { kind: "unknown" }, answerTimes(now));
}
