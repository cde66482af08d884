import type { Ctx } from "@/lib/context";
import { allAuthorities, isIssuedBy } from "./authorities";
import { knownSigners } from "./known-signers";
import { sha256Of } from "./seal-name";

/** SHA-256, lower-case hex, of the certificate of the authority that issued this one here; null when none did. */
export async function issuerOf(ctx: Ctx, certificate: Buffer): Promise<string | null> {
  if (certificate.length === 0) return null;
  const candidates = [...(await allAuthorities(ctx)), ...(await knownSigners(ctx))];
  const issuer = candidates.find((candidate) => isIssuedBy(certificate, candidate));
  return issuer ? sha256Of(issuer.certificate) : null;
}
