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

/** A key with its certificate and chain, issuer first. DER. */
export interface ChainedKey extends CertificateIssuer {
  chain: Buffer[];
}

interface InstanceKeys {
  root: CertificateIssuer;
  issuing: CertificateIssuer;
  /** Issues the certificates of accounts, single-use keys and the seal: the issuing authority, or an operator's own. */
  issuer: ChainedKey;
  /** Path of the issuer's revocation list below `/pki/`; null for an operator's authority. */
  issuerList: string | null;
  /** Certifies at release and seals at completion: a key of the issuer's, or an operator's own. */
  seal: ChainedKey;
  /** Of this instance, including replaced ones; newest first. */
  authorities: OwnAuthority[];
}

type StoredKeys = Pick<InstanceKeys, "root" | "issuing" | "authorities"> & { seal: CertificateIssuer };

interface Loaded {
  inUse: string;
  keys: Promise<InstanceKeys>;
}

// An arbitrary constant that no other advisory lock uses: "pkey" in ASCII.
const lockNumber = 0x706b6579;

// Keyed by the box that opens the keys: a runtime has one box, shared by all its contexts.
const opened = new WeakMap<SecretBox, Map<KeyType, Loaded>>();

/**
 * The instance's root, issuing authority and seal: created once per instance, even when several processes start concurrently, then opened
 * once per process and again after an administrator rotates them in any process. Throws `key_unavailable` when APP_SECRET is not the one
 * they were sealed under.
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

/** In a transaction: no other process creates or retires keys until it ends. */
export async function lockKeys(tx: Ctx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
}

/** In a transaction that holds the lock: creates what is missing. */
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

/** A configured authority replaces ours as issuer; any other configured key only certifies and seals. */
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

/** Creates what is missing, from the top down; under the advisory lock, so that two processes end up with one set. */
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
 * Where this instance publishes revocation data for one of its authorities; null while its links stay on this machine
 * (docs/spec/signing.md#keys). Each of our authorities has its own list (RFC 5280 section 5), `listName` below `/pki/`; an OCSP request
 * names the issuer itself. An operator's authority already has a list elsewhere, and there must not be two: certificates issued from it
 * here use OCSP only, and `listName` is null.
 */
export function revocationPlaces(publicUrl: string, listName: string | null): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  return { crlUrl: listName && `${publicUrl}/pki/${listName}`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
