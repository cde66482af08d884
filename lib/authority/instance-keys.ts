import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/platform/context";
import { makeIssuingCertificate, makeRootCertificate } from "@/lib/x509/authority-certificates";
import type { CertificateIssuer, RevocationPlaces } from "@/lib/x509/certificate";
import type { ConfiguredSigner } from "@/lib/x509/configured-signer";
import type { SecretBox } from "@/lib/x509/secret-box";
import { makeSealCertificate } from "@/lib/x509/signer-certificates";
import { makeKeyPair, type KeyType } from "@/lib/x509/wrapped-key";
import { rememberSigner, sealName } from "./known-signers";
import { authoritiesOf, keyInUse, keysInUse, readKeyRows, storeKey, type OwnAuthority } from "./stored-keys";

/** A key with its certificate and what is above that, issuer first. DER. */
export interface ChainedKey extends CertificateIssuer {
  chain: Buffer[];
}

interface InstanceKeys {
  root: CertificateIssuer;
  issuing: CertificateIssuer;
  /** Issues the certificates of people, single signatures and the seal: the issuing authority, or an operator's own instead. */
  issuer: ChainedKey;
  /** Where the issuer's list is, below `/pki/`; null for an operator's own. */
  issuerList: string | null;
  /** Certifies at release, seals at the end: a key of the issuer's, or an operator's own. */
  seal: ChainedKey;
  /** Of the instance's making, replaced ones too; the newest first. */
  authorities: OwnAuthority[];
}

type StoredKeys = Pick<InstanceKeys, "root" | "issuing" | "authorities"> & { seal: CertificateIssuer };

interface Loaded {
  inUse: string;
  keys: Promise<InstanceKeys>;
}

// Any constant will do, as long as no other advisory lock uses it: "pkey" in ASCII.
const lockNumber = 0x706b6579;

// By the box that opens the keys: one runtime has one box, and every context made from that runtime carries it.
const opened = new WeakMap<SecretBox, Map<KeyType, Loaded>>();

/**
 * The instance's root, issuing authority and seal: made once in the life of an instance, also when several processes start at
 * the same time, then opened once per process and again when an administrator has had others made, in whatever process. Throws
 * `key_unavailable` when APP_SECRET is not the one they were sealed under.
 */
export async function instanceKeys(ctx: Ctx): Promise<InstanceKeys> {
  const byType = opened.get(ctx.secrets) ?? new Map<KeyType, Loaded>();
  opened.set(ctx.secrets, byType);
  const inUse = await keysInUse(ctx);
  const known = byType.get(ctx.signingKeyType);
  if (known?.inUse === inUse) return known.keys;
  const keys = loadOrMake(ctx);
  const loaded = { inUse, keys };
  byType.set(ctx.signingKeyType, loaded);
  keys.catch(() => void (byType.get(ctx.signingKeyType) === loaded && byType.delete(ctx.signingKeyType)));
  return keys;
}

/** In a transaction: no other process makes or retires keys until it ends. */
export async function lockKeys(tx: Ctx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
}

/** In a transaction that holds the lock: makes what is missing. */
export async function makeMissingKeys(tx: Ctx): Promise<void> {
  await completeSet(tx, await tx.configuredSigner());
}

async function loadOrMake(ctx: Ctx): Promise<InstanceKeys> {
  const configured = await ctx.configuredSigner();
  if (configured) await rememberSigner(ctx, configured);
  const stored = await load(ctx, configured);
  if (isComplete(stored)) return withChains(stored, configured);
  return ctx.tx(async (inner) => {
    await lockKeys(inner);
    return withChains(await completeSet(inner, configured), configured);
  });
}

/** A configured authority issues instead of ours; another configured key certifies and seals, and nothing else. */
function withChains(
  { root, issuing, seal, authorities }: StoredKeys,
  configured: ConfiguredSigner | null,
): InstanceKeys {
  const issuer = configured?.isAuthority ? configured : { ...issuing, chain: [root.certificate] };
  const isSeal = configured !== null && !configured.isAuthority;
  const chained = isSeal ? configured : { ...seal, chain: [issuer.certificate, ...issuer.chain] };
  return {
    root,
    issuing,
    issuer,
    issuerList: configured?.isAuthority ? null : listOf(authorities, issuing),
    seal: chained,
    authorities,
  };
}

function listOf(authorities: readonly OwnAuthority[], { certificate }: CertificateIssuer): string | null {
  return authorities.find((authority) => authority.certificate.equals(certificate))?.listName ?? null;
}

async function load(ctx: Ctx, configured: ConfiguredSigner | null): Promise<Partial<StoredKeys>> {
  const rows = await readKeyRows(ctx);
  const found = {
    root: keyInUse(ctx, rows, "root"),
    issuing: keyInUse(ctx, rows, "issuing"),
    seal: keyInUse(ctx, rows, sealName(ctx, configured)),
  };
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined)),
    authorities: authoritiesOf(ctx, rows),
  };
}

function isComplete(stored: Partial<StoredKeys>): stored is StoredKeys {
  return stored.root !== undefined && stored.issuing !== undefined && stored.seal !== undefined;
}

/** Makes what is missing, from the top down; under the advisory lock, so that two processes end with one set. */
async function completeSet(ctx: Ctx, configured: ConfiguredSigner | null): Promise<StoredKeys> {
  const wish = { organization: new URL(ctx.publicUrl).hostname, now: await ctx.now() };
  const places = (authorities: readonly OwnAuthority[] = [], issuer: CertificateIssuer) =>
    revocationPlaces(ctx.publicUrl, listOf(authorities, issuer));
  let stored = await load(ctx, configured);
  if (!stored.root) {
    await storeKey(ctx, "root", await makeRoot(wish));
    stored = await load(ctx, configured);
  }
  if (!stored.issuing && stored.root) {
    await storeKey(ctx, "issuing", await makeIssuing(wish, stored.root, places(stored.authorities, stored.root)));
    stored = await load(ctx, configured);
  }
  if (!stored.seal && stored.issuing) {
    const issuer = configured?.isAuthority ? configured : stored.issuing;
    await storeKey(
      ctx,
      sealName(ctx, configured),
      await makeSeal(wish, ctx.signingKeyType, issuer, places(stored.authorities, issuer)),
    );
    stored = await load(ctx, configured);
  }
  if (!isComplete(stored)) throw new Error("the keys of the instance were not all made");
  return stored;
}

interface KeyWish {
  /** The instance's host name. */
  organization: string;
  now: Date;
}

async function makeRoot({ organization, now }: KeyWish): Promise<CertificateIssuer> {
  const pair = await makeKeyPair("p256");
  return { privateKey: pair.privateKey, certificate: await makeRootCertificate({ organization, now }, pair) };
}

async function makeIssuing(
  { organization, now }: KeyWish,
  root: CertificateIssuer,
  places: RevocationPlaces,
): Promise<CertificateIssuer> {
  const pair = await makeKeyPair("p256");
  return {
    privateKey: pair.privateKey,
    certificate: await makeIssuingCertificate({ organization, now }, pair.publicKey, root, places),
  };
}

async function makeSeal(
  { organization, now }: KeyWish,
  type: KeyType,
  issuer: CertificateIssuer,
  places: RevocationPlaces,
): Promise<CertificateIssuer> {
  const pair = await makeKeyPair(type);
  return {
    privateKey: pair.privateKey,
    certificate: await makeSealCertificate(organization, pair.publicKey, now, issuer, places),
  };
}

/**
 * Where this instance answers for the certificates of one of its authorities; null while its links do not leave the machine
 * (docs/spec/signing.md#keys). Each authority of ours has a list of its own (RFC 5280 section 5), `listName` below `/pki/`; an OCSP request
 * names the issuer itself. An operator's authority has a list elsewhere already, and there must not be two: what it issues here is asked
 * for by OCSP only, `listName` is null.
 */
export function revocationPlaces(publicUrl: string, listName: string | null): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  return { crlUrl: listName && `${publicUrl}/pki/${listName}`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
