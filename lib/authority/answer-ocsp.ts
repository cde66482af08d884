import type { Ctx } from "@/lib/context";
import type { CertificateIssuer } from "@/lib/keys/certificate";
import { askedSerialNumber, namesAsIssuer, readOcspRequest } from "@/lib/keys/ocsp-request";
import { makeOcspResponse, refuseOcsp } from "@/lib/keys/ocsp-response";
import { answerTimes, certificateStates } from "./certificate-states";
import { instanceKeys } from "./instance-keys";
import type { AuthorityName } from "./revocation-places";

/**
 * Answers an OCSP request (RFC 6960), DER to DER: `malformedRequest` for what is none, `unauthorized` when it asks about certificates
 * of others, or of several of our authorities at once, for each of which another key must sign.
 */
export async function answerOcsp(ctx: Ctx, der: Uint8Array): Promise<Buffer> {
  const request = readOcspRequest(der);
  if (!request) return refuseOcsp("malformedRequest");
  const keys = await instanceKeys(ctx);
  const authorities: Record<AuthorityName, CertificateIssuer> = { issuing: keys.issuing, root: keys.root, configured: keys.issuer };
  const found = (Object.keys(authorities) as AuthorityName[]).find((name) => request.asked.every(namesAsIssuer(authorities[name].certificate)));
  if (!found) return refuseOcsp("unauthorized");
  const now = await ctx.now();
  const states = await certificateStates(ctx, found, request.asked.map(askedSerialNumber));
  return makeOcspResponse(authorities[found], request, (asked) => states.get(askedSerialNumber(asked)) ?? { kind: "unknown" }, answerTimes(now));
}
