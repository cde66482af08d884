import type { KeyObject } from "node:crypto";
import { sql } from "drizzle-orm";
import { instanceKeys as table } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { makeIssuingCertificate, makeRootCertificate } from "@/lib/keys/authority-certificates";
import type { CertificateIssuer } from "@/lib/keys/certificate";
import type { ConfiguredSigner } from "@/lib/keys/configured-signer";
import { exportPrivateKey, importPrivateKey, makeKeyPair, type KeyType } from "@/lib/keys/key-pair";
import type { SecretBox } from "@/lib/keys/secret-box";
import { makeSealCertificate } from "@/lib/keys/signer-certificates";
import { rememberSigner } from "./known-signers";
import { revocationPlaces } from "./revocation-places";
import { sealName } from "./seal-name";

/** A key with its certificate and what is above that, issuer first. DER. */
export interface ChainedKey extends CertificateIssuer {
  chain: Buffer[];
}

export interface InstanceKeys {
  root: CertificateIssuer;
  issuing: CertificateIssuer;
  /** Issues to people, to acts and to the seal: the issuing authority, or an operator's own instead. */
  issuer: ChainedKey;
  /** Certifies at release, seals at the end: a key of the issuer's, or an operator's own. */
  seal: ChainedKey;
}

type StoredKeys = Pick<InstanceKeys, "root" | "issuing"> & { seal: CertificateIssuer };

interface NewKey {
  certificate: Buffer;
  privateKey: KeyObject;
}

// Any constant will do, as long as no other advisory lock uses it: "pkey" in ASCII.
const lockNumber = 0x706b6579;

// By the box that opens the keys: one runtime has one box, and every context made from that runtime carries it.
const opened = new WeakMap<SecretBox, Map<KeyType, Promise<InstanceKeys>>>();

/**
 * The instance's root, issuing authority and seal: made once in the life of an instance, also when several processes start at
 * the same time, then opened once per process. Throws `key_unavailable` when APP_SECRET is not the one they were sealed under.
 */
export function instanceKeys(ctx: Ctx): Promise<InstanceKeys> {
  const byType = opened.get(ctx.secrets) ?? new Map<KeyType, Promise<InstanceKeys>>();
  opened.set(ctx.secrets, byType);
  const known = byType.get(ctx.signingKeyType);
  if (known) return known;
  const loading = loadOrMake(ctx);
  byType.set(ctx.signingKeyType, loading);
  loading.catch(() => byType.delete(ctx.signingKeyType));
  return loading;
}

async function loadOrMake(ctx: Ctx): Promise<InstanceKeys> {
  const configured = await ctx.configuredSigner();
  if (configured) await rememberSigner(ctx, configured);
  const stored = await load(ctx, configured);
  if (stored.root && stored.issuing && stored.seal) return withChains({ root: stored.root, issuing: stored.issuing, seal: stored.seal }, configured);
  return ctx.tx(async (inner) => {
    await inner.db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    return withChains(await completeSet(inner, await load(inner, configured), configured), configured);
  });
}

/** A configured authority issues instead of ours; another configured key certifies and seals, and nothing else. */
function withChains({ root, issuing, seal }: StoredKeys, configured: ConfiguredSigner | null): InstanceKeys {
  const issuer = configured?.isAuthority ? configured : { ...issuing, chain: [root.certificate] };
  const isSeal = configured !== null && !configured.isAuthority;
  return { root, issuing, issuer, seal: isSeal ? configured : { ...seal, chain: [issuer.certificate, ...issuer.chain] } };
}

async function load(ctx: Ctx, configured: ConfiguredSigner | null): Promise<Partial<StoredKeys>> {
  const rows = await ctx.db.select().from(table);
  const find = (name: string): CertificateIssuer | undefined => {
    const row = rows.find((candidate) => candidate.name === name);
    return row && { certificate: row.certificate, privateKey: openKey(ctx, row.sealedKey) };
  };
  const found = { root: find("root"), issuing: find("issuing"), seal: find(sealName(ctx, configured)) };
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined));
}

/** Makes what is missing; under the advisory lock, so that two processes end with one set. */
async function completeSet(ctx: Ctx, stored: Partial<StoredKeys>, configured: ConfiguredSigner | null): Promise<StoredKeys> {
  const now = await ctx.now();
  const organization = new URL(ctx.publicUrl).hostname;
  const root = stored.root ?? await store(ctx, "root", await makeRoot(organization, now));
  const issuing = stored.issuing ?? await store(ctx, "issuing", await makeIssuing(organization, now, root, revocationPlaces(ctx.publicUrl, "root")));
  const [issuer, places] = configured?.isAuthority ? [configured, revocationPlaces(ctx.publicUrl, "configured")] : [issuing, revocationPlaces(ctx.publicUrl, "issuing")];
  const seal = stored.seal ?? await store(ctx, sealName(ctx, configured), await makeSeal(ctx.signingKeyType, organization, now, issuer, places));
  return { root, issuing, seal };
}

async function makeRoot(organization: string, now: Date): Promise<NewKey> {
  const pair = await makeKeyPair("p256");
  return { privateKey: pair.privateKey, certificate: await makeRootCertificate({ organization, now }, pair) };
}

async function makeIssuing(organization: string, now: Date, root: CertificateIssuer, places: ReturnType<typeof revocationPlaces>): Promise<NewKey> {
  const pair = await makeKeyPair("p256");
  return { privateKey: pair.privateKey, certificate: await makeIssuingCertificate({ organization, now }, pair.publicKey, root, places) };
}

async function makeSeal(
  type: KeyType, organization: string, now: Date, issuing: CertificateIssuer, places: ReturnType<typeof revocationPlaces>,
): Promise<NewKey> {
  const pair = await makeKeyPair(type);
  return { privateKey: pair.privateKey, certificate: await makeSealCertificate(organization, pair.publicKey, now, issuing, places) };
}

async function store(ctx: Ctx, name: string, key: NewKey): Promise<CertificateIssuer> {
  const sealedKey = ctx.secrets.seal("instance-key", exportPrivateKey(key.privateKey));
  await ctx.db.insert(table).values({ name, certificate: key.certificate, sealedKey });
  return key;
}

function openKey(ctx: Ctx, sealed: Buffer): KeyObject {
  try {
    return importPrivateKey(ctx.secrets.open("instance-key", sealed));
  } catch (cause) {
    throw new DomainError("key_unavailable", { detail: "The instance's keys cannot be opened with this APP_SECRET.", cause });
  }
}
