import type { Ctx } from "@/lib/platform/context";
import { certificateEnd } from "@/lib/x509/certificate-end";
import { sealName } from "./known-signers";
import { readKeyRows } from "./stored-keys";

export interface CertificateEnd {
  role: "root" | "issuing" | "seal";
  expiresAt: Date;
}

/** When the certificates in use expire: the operator's, and those of the instance's making that they leave in use. None before the first document. */
export async function certificateEnds(
  ctx: Pick<Ctx, "db" | "configuredSigners" | "signingKeyType">,
): Promise<CertificateEnd[]> {
  const configured = await ctx.configuredSigners();
  const authority = configured.find(({ isAuthority }) => isAuthority) ?? null;
  const seal = configured.find(({ isAuthority }) => !isAuthority) ?? null;
  const current = (await readKeyRows(ctx)).filter(
    ({ retiredAt, revokedAt }) => retiredAt === null && revokedAt === null,
  );
  const own = (name: string) => current.find((row) => row.name === name);
  const inUse = [
    { role: "root", certificate: authority ? undefined : own("root")?.certificate },
    { role: "issuing", certificate: (authority ?? own("issuing"))?.certificate },
    { role: "seal", certificate: (seal ?? own(sealName(ctx, authority)))?.certificate },
  ] as const;
  return inUse.flatMap(({ role, certificate }) =>
    certificate ? [{ role, expiresAt: certificateEnd(certificate) }] : [],
  );
}
