import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context/context";
import type { SecretBox } from "@/lib/platform/secrets/secret-box";
import type { CertificateIssuer, RevocationPlaces } from "@/lib/x509/certificate";
import { makeIssuingCertificate, makeRootCertificate, makeSealCertificate } from "@/lib/x509/issued-certificates";
import type { ConfiguredSigner } from "@/lib/x509/key-services/configured-signer";
import { localKey } from "@/lib/x509/signing-key";
import { makeKeyPair, type KeyType } from "@/lib/x509/wrapped-key";
import { rememberSigner, sealName } from "./known-signers";
import {
  authoritiesOf,
  keyInUse,
  keysInUse,
  readKeyRows,
  storeKey,
  type NewKey,
  type OwnAuthority,
} from "./stored-keys";

/** A key with its certificate and chain, issuer first. DER. */
export interface ChainedKey extends CertificateIssuer {
  chain: Buffer[];
}

export interface InstanceKeys {
  /**
   * The issuer of certificates for people, single signatures and the seal: the issuing authority, or an operator's own
   * instead.
   */
  issuer: ChainedKey;
  /** Path of the issuer's revocation list below `/pki/`, or null for an operator's authority. */
  issuerList: string | null;
  /** Certifies at release and seals at completion: a key certified by the issuer, or an operator's own. */
  seal: ChainedKey;
  /**
   * Authorities created by the instance, newest first, including replaced ones. Empty if an operator's keys were used
   * for everything from the start.
   */
  authorities: OwnAuthority[];
}

/** The keys in use that were created by the instance. */
interface StoredKeys {
  root: CertificateIssuer | undefined;
  issuing: CertificateIssuer | undefined;
  seal: CertificateIssuer | undefined;
  authorities: OwnAuthority[];
}

/** The operator's keys by purpose. */
interface Configured {
  authority: ConfiguredSigner | null;
  seal: ConfiguredSigner | null;
}

interface Loaded {
  inUse: string;
  keys: Promise<InstanceKeys>;
}

// An arbitrary constant that no other advisory lock uses: "pkey" in ASCII.
const lockNumber = 0x706b6579;

// Keyed by the box that decrypts the keys: a runtime has one box, shared by all its contexts.
const opened = new WeakMap<SecretBox, Map<KeyType, Loaded>>();

/**
 * The authority and the seal. They are created once in the lifetime of an instance, even if several processes start at
 * the same time. Each process decrypts them once, and again after an administrator has had new ones created in any
 * process. Throws `key_unavailable` if APP_SECRET is not the one they were sealed with, or if a key service does not
 * provide the signature for the first seal.
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

/** Call it in a transaction. No other process creates or retires keys until it ends. */
export async function lockKeys(tx: Ctx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
}

/** Call it in a transaction that holds the lock. Creates missing keys. */
export async function makeMissingKeys(tx: Ctx): Promise<void> {
  await completeSet(tx, await readConfigured(tx));
}

async function loadOrMake(ctx: Ctx): Promise<InstanceKeys> {
  for (const signer of await ctx.configuredSigners()) await rememberSigner(ctx, signer);
  const configured = await readConfigured(ctx);
  const complete = withChains(await load(ctx, configured), configured);
  if (complete) return complete;
  return ctx.tx(async (inner) => {
    await lockKeys(inner);
    return completeSet(inner, configured);
  });
}

async function readConfigured(ctx: Ctx): Promise<Configured> {
  const signers = await ctx.configuredSigners();
  return {
    authority: signers.find(({ isAuthority }) => isAuthority) ?? null,
    seal: signers.find(({ isAuthority }) => !isAuthority) ?? null,
  };
}

/**
 * A configured authority issues instead of ours. Any other configured key only certifies and seals. Null while a key is
 * missing.
 */
function withChains({ root, issuing, seal, authorities }: StoredKeys, configured: Configured): InstanceKeys | null {
  const own = root && issuing ? { ...issuing, chain: [root.certificate] } : null;
  const issuer = configured.authority ?? own;
  if (!issuer) return null;
  const chained = configured.seal ?? (seal ? { ...seal, chain: [issuer.certificate, ...issuer.chain] } : null);
  if (!chained) return null;
  return { issuer, issuerList: listOf(authorities, issuer), seal: chained, authorities };
}

function listOf(authorities: readonly OwnAuthority[], { certificate }: CertificateIssuer): string | null {
  return authorities.find((authority) => authority.certificate.equals(certificate))?.listName ?? null;
}

async function load(ctx: Ctx, { authority }: Configured): Promise<StoredKeys> {
  const rows = await readKeyRows(ctx);
  return {
    root: keyInUse(ctx, rows, "root"),
    issuing: keyInUse(ctx, rows, "issuing"),
    seal: keyInUse(ctx, rows, sealName(ctx, authority)),
    authorities: authoritiesOf(ctx, rows),
  };
}

/**
 * Creates missing keys from the top down, but none that an operator's key replaces, because a key that does not exist
 * cannot leak. Runs under the advisory lock, so that two processes end up with one set.
 */
async function completeSet(ctx: Ctx, configured: Configured): Promise<InstanceKeys> {
  const wish = { organization: new URL(ctx.publicUrl).hostname, now: await ctx.now() };
  let stored = await load(ctx, configured);
  const places = (issuer: CertificateIssuer) => revocationPlaces(ctx.publicUrl, listOf(stored.authorities, issuer));
  const store = async (name: string, key: NewKey): Promise<void> => {
    await storeKey(ctx, name, key);
    stored = await load(ctx, configured);
  };
  if (!configured.authority && !stored.root) await store("root", await makeRoot(wish));
  if (!configured.authority && !stored.issuing && stored.root)
    await store("issuing", await makeIssuing(wish, stored.root, places(stored.root)));
  const issuer = configured.authority ?? stored.issuing;
  if (!configured.seal && !stored.seal && issuer)
    await store(sealName(ctx, configured.authority), await makeSeal(wish, ctx.signingKeyType, issuer, places(issuer)));
  const complete = withChains(stored, configured);
  if (!complete) throw new Error("the keys of the instance were not all made");
  return complete;
}

interface KeySpec {
  /** The instance's host name. */
  organization: string;
  now: Date;
}

async function makeRoot({ organization, now }: KeySpec): Promise<NewKey> {
  const pair = await makeKeyPair("p256");
  const certificate = await makeRootCertificate({ organization, now }, localKey(pair.privateKey));
  return { privateKey: pair.privateKey, certificate };
}

async function makeIssuing(
  { organization, now }: KeySpec,
  root: CertificateIssuer,
  places: RevocationPlaces,
): Promise<NewKey> {
  const pair = await makeKeyPair("p256");
  return {
    privateKey: pair.privateKey,
    certificate: await makeIssuingCertificate({ organization, now }, pair.publicKey, root, places),
  };
}

async function makeSeal(
  { organization, now }: KeySpec,
  type: KeyType,
  issuer: CertificateIssuer,
  places: RevocationPlaces,
): Promise<NewKey> {
  const pair = await makeKeyPair(type);
  return {
    privateKey: pair.privateKey,
    certificate: await makeSealCertificate(organization, pair.publicKey, now, issuer, places),
  };
}

/**
 * URLs of this instance's revocation data for one of its authorities, or null if its links are only reachable from this
 * machine (docs/spec/signing.md#keys). Each of our authorities has its own list (RFC 5280 section 5), `listName` below
 * `/pki/`. An OCSP request contains the issuer. An operator's authority already has a list elsewhere, and there must
 * not be two, so certificates issued from it here use only OCSP, and `listName` is null.
 */
export function revocationPlaces(publicUrl: string, listName: string | null): RevocationPlaces {
  if (isLoopback(new URL(publicUrl).hostname)) return null;
  return { crlUrl: listName && `${publicUrl}/pki/${listName}`, ocspUrl: `${publicUrl}/pki/ocsp` };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
}
