import type { KeyObject } from "node:crypto";
import type { Ctx } from "@/lib/context/context";
import { buildCms } from "@/lib/pades/cms";
import type { CmsMaker } from "@/lib/pades/sign-revision";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { certificateEnd } from "@/lib/x509/certificate";
import { makeAccountCertificate, makeSingleUseCertificate, type CertifiedPerson } from "@/lib/x509/issued-certificates";
import { localKey } from "@/lib/x509/signing-key";
import { makeKeyPair } from "@/lib/x509/wrapped-key";
import { isIssuedBy } from "./authorities";
import { instanceKeys, revocationPlaces, type ChainedKey, type InstanceKeys } from "./instance-keys";
import { knownSigners } from "./known-signers";

/** Signs one document: a certificate, its chain up to the root, and the key behind `makeCms`. */
export interface DocumentSigner {
  certificate: Buffer;
  chain: Buffer[];
  makeCms: CmsMaker;
}

/**
 * The instance's own signer, or the operator's. It certifies at release and seals at completion. Throws
 * `key_unavailable` if it has expired.
 */
export async function sealSigner(ctx: Ctx): Promise<DocumentSigner> {
  const { seal } = await instanceKeys(ctx);
  assertInForce(seal.certificate, await ctx.now());
  return signerOf(seal);
}

/**
 * Creates and certifies a single-use key, which exists only in the returned object. Throws `key_unavailable` if the
 * authority has expired.
 */
export async function makeSingleUseSigner(ctx: Ctx, person: CertifiedPerson): Promise<DocumentSigner> {
  const { issuer } = await instanceKeys(ctx);
  const now = await ctx.now();
  assertInForce(issuer.certificate, now);
  const { privateKey, publicKey } = await makeKeyPair(ctx.signingKeyType);
  const certificate = await makeSingleUseCertificate(person, publicKey, now, issuer);
  return signerOf({ certificate, key: localKey(privateKey), chain: [issuer.certificate, ...issuer.chain] });
}

/**
 * DER of a certificate for an account's own key (method `password`). Throws `key_unavailable` if the authority has
 * expired.
 */
export async function issueAccountCertificate(
  ctx: Ctx,
  person: CertifiedPerson,
  publicKey: KeyObject,
): Promise<Buffer> {
  const { issuer, issuerList } = await instanceKeys(ctx);
  const now = await ctx.now();
  assertInForce(issuer.certificate, now);
  return makeAccountCertificate(person, publicKey, now, issuer, revocationPlaces(ctx.publicUrl, issuerList));
}

/**
 * A signer from the caller's key and a certificate issued by this instance, under the current or an earlier
 * configuration or authority.
 */
export async function documentSigner(ctx: Ctx, certificate: Buffer, privateKey: KeyObject): Promise<DocumentSigner> {
  const chain = (await authorityChains(ctx, await instanceKeys(ctx))).find(
    ([issuer]) => issuer !== undefined && isIssuedBy(certificate, { certificate: issuer }),
  );
  return signerOf({ certificate, key: localKey(privateKey), chain: chain ?? [] });
}

/**
 * Top certificates that count as "ours" in a verification: our root and every certificate ever configured by an
 * operator. DER.
 */
export async function rootCertificates(ctx: Ctx): Promise<Buffer[]> {
  const { authorities } = await instanceKeys(ctx);
  const roots = authorities.filter(({ name }) => name === "root");
  return [...roots, ...(await knownSigners(ctx))].map(({ certificate }) => certificate);
}

/** `sealSigner` and `otherTops` of the same keys, for a certification. */
export async function certifier(ctx: Ctx): Promise<{ signer: DocumentSigner; tops: string[] }> {
  const keys = await instanceKeys(ctx);
  assertInForce(keys.seal.certificate, await ctx.now());
  return { signer: signerOf(keys.seal), tops: await otherTops(ctx, keys) };
}

/**
 * SHA-256, lower-case hex, of top certificates other than the seal's that a document's signers may chain to. Empty
 * unless an operator has configured a key.
 */
async function otherTops(ctx: Ctx, keys: InstanceKeys): Promise<string[]> {
  const own = topOf([keys.seal.certificate, ...keys.seal.chain]);
  const tops = (await authorityChains(ctx, keys)).map(topOf);
  return [...new Set(tops)].filter((top) => top !== own);
}

/**
 * PEM for `/pki/ca.crt`: our root and issuing authorities, newest first, and those configured by operators, from the
 * top down, without duplicates.
 */
export async function authorityPem(ctx: Ctx): Promise<string> {
  const ders = (await authorityChains(ctx, await instanceKeys(ctx))).flatMap((chain) => chain.toReversed());
  return [...new Set(ders.map(toPem))].join("");
}

/** Our authorities, newest first, and each authority ever configured, issuer first and top last. */
async function authorityChains(ctx: Ctx, { authorities }: Pick<InstanceKeys, "authorities">): Promise<Buffer[][]> {
  const roots = authorities.filter(({ name }) => name === "root").map(({ certificate }) => certificate);
  const own = authorities.filter(({ name }) => name === "issuing").map(({ certificate }) => [certificate, ...roots]);
  const configured = (await knownSigners(ctx)).filter(({ isAuthority }) => isAuthority);
  return [...own, ...configured.map(({ certificate, chain }) => [certificate, ...chain])];
}

function topOf(chain: readonly Buffer[]): string {
  return sha256Hex(chain.at(-1) ?? Buffer.alloc(0));
}

function signerOf({ certificate, chain, key }: ChainedKey): DocumentSigner {
  return { certificate, chain, makeCms: (digest) => buildCms({ digest, certificate, chain, key }) };
}

/** Expired keys are rejected at start-up, but a server may still be running when they expire. */
function assertInForce(certificate: Buffer, now: Date): void {
  if (certificateEnd(certificate) <= now)
    throw new DomainError("key_unavailable", { detail: "The signing certificate has expired." });
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
