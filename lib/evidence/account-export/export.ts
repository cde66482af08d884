import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { accountSigningKeys, storedSignatures } from "@/db/schema/accounts";
import { requestLog } from "@/db/schema/api-calls";
import { bulkRows, bulkSends } from "@/db/schema/bulk";
import { files, signRequests } from "@/db/schema/files";
import { telegramLinks } from "@/db/schema/messages";
import { directLinks, templates, type DirectLink } from "@/db/schema/templates";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { accountActor } from "@/lib/accounts/actor";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { listSessions } from "@/lib/accounts/sessions";
import { listTokens } from "@/lib/accounts/tokens";
import { toOwnAccountWire, toSessionWire, toTokenWire } from "@/lib/accounts/wire";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { filesOf, readEvents, readFiles, requestsReceived } from "./requests-received";
import type { AccountExport } from "./schema";

type Facts = Omit<AccountExport, "requestsMade" | "templates" | "bulkSends" | "requestsReceived">;

/**
 * Everything stored about the caller, streamed as one JSON document, so that a long history needs no more memory than a
 * short one. It contains no secrets (no password, token, key or link), and only such data of other people as the caller
 * could read anyway.
 */
export async function exportAccount(
  ctx: Ctx,
  actor: Actor,
): Promise<{ stream: AsyncIterable<Uint8Array>; fileName: string }> {
  const acting = accountActor(actor);
  const now = await ctx.now();
  const facts = await readFacts(ctx, acting, now);
  const { account } = acting;
  ctx.log.info({ request: ctx.request?.id, account: account.id }, "account: exported");
  return {
    stream: inTurn(
      account.id,
      jsonPieces(facts, {
        requestsMade: requestsMade(ctx, account.id),
        templates: ownTemplates(ctx, account.id),
        bulkSends: ownBulkSends(ctx, account.id),
        requestsReceived: requestsReceived(ctx, account),
      }),
    ),
    fileName: `paraph-account-${now.toISOString().slice(0, 10)}.json`,
  };
}

/** Resolves when the latest export of an account that this process has begun has ended. */
const latestExports = new Map<number, Promise<void>>();

/**
 * Streams one export of an account at a time, so that several at once do not delay other accounts. Further ones wait,
 * and a caller that leaves gives up its turn.
 */
async function* inTurn(accountId: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const previous = latestExports.get(accountId);
  let end = (): void => undefined;
  const own = new Promise<void>((resolve) => {
    end = resolve;
  });
  latestExports.set(accountId, own);
  try {
    await previous;
    yield* pieces;
  } finally {
    end();
    if (latestExports.get(accountId) === own) latestExports.delete(accountId);
  }
}

async function readFacts(ctx: Ctx, acting: AccountActor, now: Date): Promise<Facts> {
  const { id } = acting.account;
  const [own, sessions, tokens, telegram, calls] = await Promise.all([
    getOwnAccount(ctx, acting),
    listSessions(ctx, acting),
    listTokens(ctx, acting),
    ctx.db.select({ linkedAt: telegramLinks.linkedAt }).from(telegramLinks).where(eq(telegramLinks.accountId, id)),
    ctx.db.select().from(requestLog).where(eq(requestLog.accountId, id)).orderBy(asc(requestLog.id)).limit(10_000),
  ]);
  return {
    format: "paraph-account-export-1",
    service: ctx.publicUrl,
    exportedAt: now.toISOString(),
    account: toOwnAccountWire(own),
    telegramLinkedAt: telegram[0]?.linkedAt.toISOString() ?? null,
    sessions: sessions.map(toSessionWire),
    tokens: tokens.map(toTokenWire),
    ...(await readBelongings(ctx, id)),
    apiCalls: calls.map(({ at, method, path, status, requestId }) => ({
      at: at.toISOString(),
      method,
      path,
      status,
      requestId,
    })),
  };
}

/** Signatures as stored, certificates without their keys, webhooks without their secrets. */
async function readBelongings(
  ctx: Ctx,
  accountId: number,
): Promise<Pick<Facts, "signatures" | "certificates" | "webhooks">> {
  const [images, keys, endpoints] = await Promise.all([
    ctx.db
      .select()
      .from(storedSignatures)
      .where(and(eq(storedSignatures.accountId, accountId), isNull(storedSignatures.deletedAt)))
      .orderBy(asc(storedSignatures.id)),
    ctx.db
      .select()
      .from(accountSigningKeys)
      .where(eq(accountSigningKeys.accountId, accountId))
      .orderBy(asc(accountSigningKeys.id)),
    ctx.db
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.accountId, accountId))
      .orderBy(asc(webhookEndpoints.id)),
  ]);
  return {
    signatures: images.map(({ id, type, createdAt, png }) => ({
      id,
      type,
      createdAt: createdAt.toISOString(),
      pngBase64: png.toString("base64"),
    })),
    certificates: keys.map(({ subject, serialNumber, notBefore, notAfter, replacedAt, revokedAt }) => ({
      subject,
      serialNumber,
      notBefore: notBefore.toISOString(),
      notAfter: notAfter.toISOString(),
      replacedAt: replacedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
    webhooks: endpoints.map(({ url, description, createdAt }) => ({
      url,
      description,
      createdAt: createdAt.toISOString(),
    })),
  };
}

const pieceLength = 64 * 1024;

/**
 * One JSON object in pieces of about 64 KB: the members of `whole`, followed by each list. `whole` has at least one
 * member.
 */
export async function* jsonPieces(
  whole: object,
  lists: Readonly<Record<string, AsyncIterable<unknown>>>,
): AsyncGenerator<Uint8Array> {
  let waiting = "";
  for await (const text of jsonTexts(whole, lists)) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    yield Buffer.from(waiting);
    waiting = "";
  }
  yield Buffer.from(waiting);
}

async function* jsonTexts(
  whole: object,
  lists: Readonly<Record<string, AsyncIterable<unknown>>>,
): AsyncGenerator<string> {
  yield JSON.stringify(whole, null, 1).replace(/\n}$/, "");
  for (const [name, items] of Object.entries(lists)) {
    yield `,\n ${JSON.stringify(name)}: [`;
    let separator = "\n  ";
    for await (const item of items) {
      yield `${separator}${JSON.stringify(item)}`;
      separator = ",\n  ";
    }
    yield "\n ]";
  }
  yield "\n}\n";
}

type RequestMade = AccountExport["requestsMade"][number];

const atOnce = 100;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/**
 * Every request that the account created, including deleted ones that are kept for their signers, a hundred at a time.
 */
async function* requestsMade(ctx: Ctx, accountId: number): AsyncGenerator<RequestMade> {
  for (let after = 0; ;) {
    const rows = await ctx.db
      .select()
      .from(files)
      .where(and(eq(files.requesterId, accountId), gt(files.id, after), isNull(files.envelopeId)))
      .orderBy(asc(files.id))
      .limit(atOnce);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const parts = await readFiles(ctx, accountId, ids);
    const [signers, events] = await Promise.all([
      ctx.db
        .select()
        .from(signRequests)
        .where(and(inArray(signRequests.fileId, ids), isNull(signRequests.removedAt)))
        .orderBy(asc(signRequests.id)),
      readEvents(ctx, accountId, ids),
    ]);
    for (const file of rows) {
      yield {
        fileId: file.id,
        uuid: file.uuid,
        name: file.name,
        status: file.status,
        createdAt: file.createdAt.toISOString(),
        releasedAt: iso(file.releasedAt),
        completedAt: iso(file.completedAt),
        closedAt: iso(file.closedAt),
        deletedAt: iso(file.deletedAt),
        signers: signers
          .filter(({ fileId }) => fileId === file.id)
          .map(({ email, displayName, status, signedAt }) => ({ email, displayName, status, signedAt: iso(signedAt) })),
        events: events.filter(({ fileId }) => fileId === file.id).map(({ event }) => event),
        ...(file.kind === "envelope" ? { files: filesOf(parts, file.id, () => true) } : {}),
      };
    }
  }
}

/** Every bulk send with its rows, one at a time. */
async function* ownBulkSends(ctx: Ctx, accountId: number): AsyncGenerator<AccountExport["bulkSends"][number]> {
  const ownBulkSends = await ctx.db
    .select()
    .from(bulkSends)
    .where(eq(bulkSends.ownerId, accountId))
    .orderBy(asc(bulkSends.id));
  for (const { id, name, state, createdAt, endedAt } of ownBulkSends) {
    const rows = await ctx.db.select().from(bulkRows).where(eq(bulkRows.bulkSendId, id)).orderBy(asc(bulkRows.number));
    yield {
      id,
      name,
      state,
      createdAt: createdAt.toISOString(),
      endedAt: iso(endedAt),
      rows: rows.map(({ number, state, title, people, values, fileId }) => ({
        row: number,
        state,
        title,
        people,
        values,
        fileId,
      })),
    };
  }
}

/** Every template with its direct links, including deleted ones, one template at a time. */
async function* ownTemplates(ctx: Ctx, accountId: number): AsyncGenerator<AccountExport["templates"][number]> {
  const own = await ctx.db.select().from(templates).where(eq(templates.ownerId, accountId)).orderBy(asc(templates.id));
  for (const { id, name, version, uses, createdAt, updatedAt, deletedAt } of own) {
    const links = await ctx.db
      .select()
      .from(directLinks)
      .where(eq(directLinks.templateId, id))
      .orderBy(asc(directLinks.id));
    yield {
      id,
      name,
      version,
      uses,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
      directLinks: links.map(toDirectLinkExport),
    };
  }
}

function toDirectLinkExport(link: DirectLink): AccountExport["templates"][number]["directLinks"][number] {
  const people = Object.entries(link.people).flatMap(([role, person]) =>
    person.kind === "preset" ? [{ role, email: person.email, displayName: person.displayName }] : [],
  );
  const { id, name, role, uses, createdAt, endsAt, deletedAt } = link;
  return {
    id,
    name,
    role,
    people,
    uses,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}
