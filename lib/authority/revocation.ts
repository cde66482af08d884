import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { askedSerialNumber, makeOcspResponse, namesAsIssuer, readOcspRequest, refuseOcsp } from "@/lib/x509/ocsp";
import { makeRevocationList } from "@/lib/x509/revocation-list";
import { answerTimes, certificateStates, revokedSerials } from "./certificate-states";
import { instanceKeys } from "./instance-keys";
import { allAuthorities } from "./list-authorities";

/**
 * The current revocation list at this path below `/pki/`, DER (RFC 5280 section 5): `root.crl` and `crl` of the first root and issuing
 * authority, `crl/…` of later ones. Throws `not_found`.
 */
export async function revocationListAt(ctx: Ctx, listName: string): Promise<Buffer> {
  const { authorities } = await instanceKeys(ctx);
  const authority = authorities.find((candidate) => candidate.listName === listName);
  if (!authority) throw new DomainError("not_found");
  // Reads the clock before the rows: a list must not claim to be newer than its contents.
  const now = await ctx.now();
  const revoked = await revokedSerials(ctx, authority);
  return makeRevocationList(
    authority,
    revoked,
    BigInt(now.getTime()),
    answerTimes(
      now,
      revoked.map(({ revokedAt }) => revokedAt),
    ),
  );
}

/**
 * Answers an OCSP request (RFC 6960), DER to DER: `malformedRequest` for anything else, `unauthorized` for certificates of other issuers,
 * or of several of our authorities at once, which would need several keys to sign. A replaced authority still signs the status of its certificates.
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
