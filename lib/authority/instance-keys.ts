import type { KeyObject } from "node:crypto";
import { sql } from "drizzle-orm";
import { instanceKeys as table } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { makeIssuingCertificate, makeRootCertificate } from "@/lib/keys/authority-certificates";
import type { CertificateIssuer } from "@/lib/keys/certificate";
import { exportPrivateKey, importPrivateKey, makeKeyPair, type KeyType } from "@/lib/keys/key-pair";
import type { SecretBox } from "@/lib/keys/secret-box";
import { makeSealCertificate } from "@/lib/keys/signer-certificates";
import { revocationPlaces } from "./revocation-places";

export interface InstanceKeys {
  root: CertificateIssuer;
  issuing: CertificateIssuer;
  /** Certifies at release, seals at the end. */
  seal: CertificateIssuer;
}

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
  const stored = await load(ctx);
  if (stored.root && stored.issuing && stored.seal) return { root: stored.root, issuing: stored.issuing, seal: stored.seal };
  return ctx.tx(async (inner) => {
    await inner.db.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    return completeSet(inner, await load(inner));
  });
}

async function load(ctx: Ctx): Promise<Partial<InstanceKeys>> {
  const rows = await ctx.db.select().from(table);
  const find = (name: string): CertificateIssuer | undefined => {
    const row = rows.find((candidate) => candidate.name === name);
    return row && { certificate: row.certificate, privateKey: openKey(ctx, row.sealedKey) };
  };
  const found = { root: find("root"), issuing: find("issuing"), seal: find(sealName(ctx)) };
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined));
}

/** Makes what is missing; under the advisory lock, so that two processes end with one set. */
async function completeSet(ctx: Ctx, stored: Partial<InstanceKeys>): Promise<InstanceKeys> {
  const now = await ctx.now();
  const organization = new URL(ctx.publicUrl).hostname;
  const root = stored.root ?? await store(ctx, "root", await makeRoot(organization, now));
  const issuing = stored.issuing ?? await store(ctx, "issuing", await makeIssuing(organization, now, root, revocationPlaces(ctx.publicUrl, "root")));
  const seal = stored.seal ?? await store(ctx, sealName(ctx), await makeSeal(ctx.signingKeyType, organization, now, issuing, revocationPlaces(ctx.publicUrl, "issuing")));
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

// Each kind of key has a seal of its own, so that changing SIGNING_KEY_TYPE later takes effect and loses nothing.
function sealName(ctx: Ctx): string {
  return `seal-${ctx.signingKeyType}`;
}
