import { X509Certificate } from "node:crypto";
import { authorityPem } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import type { SegmentPath } from "@/lib/pdf/byte-source";
import { certificatesIn, certificatesText, withIssuers } from "./certificates-text";

/** The certificates of every signature in the document, and those of this service's authorities that they lead to, the root last; PEM with a line of text before each (RFC 7468). */
export async function bundleCertificates(ctx: Ctx, segments: readonly SegmentPath[]): Promise<string> {
  const signatures = await ctx.engine.listSignatures(segments);
  const inFile = signatures.flatMap(({ parties }) =>
    parties.flatMap(({ signer, certificates }) => [signer, ...certificates]),
  );
  const own = certificatesIn(await authorityPem(ctx)).filter((certificate) => certificate !== null);
  return certificatesText(
    withIssuers(
      inFile.map((der) => new X509Certificate(der)),
      own,
    ),
  );
}
