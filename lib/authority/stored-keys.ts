import type { KeyObject } from "node:crypto";
import { isNull } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { instanceKeys as table, type InstanceKey } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import type { CertificateIssuer } from "@/lib/x509/certificate";
import { localKey } from "@/lib/x509/signing-key";
import { exportPrivateKey, importPrivateKey } from "@/lib/x509/wrapped-key";

/** An authority of this instance, current or replaced. */
export interface OwnAuthority extends CertificateIssuer {
  name: "root" | "issuing";
  listName: string;
}

const findInUse = perDatabase((db) =>
  db.select({ id: table.id }).from(table).where(isNull(table.retiredAt)).orderBy(table.id).prepare("find_keys_in_use"),
);

/** A fingerprint of the keys in use. When it changes, a process must reload them. */
export async function keysInUse(ctx: Ctx): Promise<string> {
  return (await findInUse(ctx.db).execute()).map(({ id }) => id).join(" ");
}

export async function readKeyRows({ db }: Pick<Ctx, "db">): Promise<InstanceKey[]> {
  return db.select().from(table).orderBy(table.id);
}

/** The key in use under this name. Throws `key_unavailable` if APP_SECRET is not the one it was sealed with. */
export function keyInUse(ctx: Ctx, rows: readonly InstanceKey[], name: string): CertificateIssuer | undefined {
  const row = rows.find((candidate) => candidate.name === name && candidate.retiredAt === null);
  return row && open(ctx, row);
}

/** The newest first. Throws `key_unavailable`. */
export function authoritiesOf(ctx: Ctx, rows: readonly InstanceKey[]): OwnAuthority[] {
  return (["issuing", "root"] as const).flatMap((name) =>
    rows
      .filter((row) => row.name === name)
      .map((row, index) => ({ ...open(ctx, row), name, listName: listName(row, index) }))
      .toReversed(),
  );
}

/**
 * Certificates contain the address of their issuer's list permanently, so each authority keeps its first path: the
 * short one for the first with its name, a unique one for each later one.
 */
export function listName({ name, certificate }: Pick<InstanceKey, "name" | "certificate">, index: number): string {
  if (index > 0) return `crl/${sha256Hex(certificate).slice(0, 16)}`;
  return name === "root" ? "root.crl" : "crl";
}

/** A newly created key with its certificate. */
export interface NewKey {
  certificate: Buffer;
  privateKey: KeyObject;
}

export async function storeKey(ctx: Ctx, name: string, { certificate, privateKey }: NewKey): Promise<void> {
  await ctx.db.insert(table).values({
    name,
    certificate,
    sealedKey: ctx.secrets.seal("instance-key", exportPrivateKey(privateKey)),
  });
}

function open(ctx: Ctx, { certificate, sealedKey }: InstanceKey): CertificateIssuer {
  return { certificate, key: localKey(openKey(ctx, sealedKey)) };
}

function openKey(ctx: Ctx, sealed: Buffer): KeyObject {
  try {
    return importPrivateKey(ctx.secrets.open("instance-key", sealed));
  } catch (cause) {
    throw new DomainError("key_unavailable", {
      detail: "The instance's keys cannot be opened with this APP_SECRET.",
      cause,
    });
  }
}
