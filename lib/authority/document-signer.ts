import type { KeyObject } from "node:crypto";
import type { Ctx } from "@/lib/context";
import { makeKeyPair } from "@/lib/keys/key-pair";
import { makeAccountCertificate, makeActCertificate, type CertifiedPerson } from "@/lib/keys/signer-certificates";
import { buildCms } from "@/lib/pades/cms";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { instanceKeys } from "./instance-keys";
import { revocationPlaces } from "./revocation-places";

/** What can sign one document: a certificate, its chain up to the root, and the key behind `makeCms`. */
export interface DocumentSigner {
  certificate: Buffer;
  chain: Buffer[];
  makeCms: CmsMaker;
}

/** The instance's own signer: certifies at release, seals at completion. */
export async function sealSigner(ctx: Ctx): Promise<DocumentSigner> {
  const { seal } = await instanceKeys(ctx);
  return documentSigner(ctx, seal.certificate, seal.privateKey);
}

/** Makes a key for this one act and certifies it; the key lives in the answer only and is gone with it. */
export async function makeActSigner(ctx: Ctx, person: CertifiedPerson): Promise<DocumentSigner> {
  const { issuing } = await instanceKeys(ctx);
  const pair = await makeKeyPair(ctx.signingKeyType);
  const certificate = await makeActCertificate(person, pair.publicKey, await ctx.now(), issuing);
  return documentSigner(ctx, certificate, pair.privateKey);
}

/** DER of a certificate for an account's own key (method `password`). */
export async function issueAccountCertificate(ctx: Ctx, person: CertifiedPerson, publicKey: KeyObject): Promise<Buffer> {
  const { issuing } = await instanceKeys(ctx);
  return makeAccountCertificate(person, publicKey, await ctx.now(), issuing, revocationPlaces(ctx.publicUrl, "issuing"));
}

/** A signer from a key that the caller holds and a certificate that this instance issued. */
export async function documentSigner(ctx: Ctx, certificate: Buffer, privateKey: KeyObject): Promise<DocumentSigner> {
  const { issuing, root } = await instanceKeys(ctx);
  const chain = [issuing.certificate, root.certificate];
  return { certificate, chain, makeCms: (digest) => buildCms({ digest, certificate, chain, privateKey }) };
}

/** The roots that make a chain "ours" in a verification, DER. */
export async function rootCertificates(ctx: Ctx): Promise<Buffer[]> {
  const { root } = await instanceKeys(ctx);
  return [root.certificate];
}

/** Root and issuing authority as PEM, root first, for `/pki/ca.crt`. */
export async function authorityPem(ctx: Ctx): Promise<string> {
  const { root, issuing } = await instanceKeys(ctx);
  return [root, issuing].map(({ certificate }) => toPem(certificate)).join("");
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
