import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  files,
  fileStatuses,
  signRequestRoles,
  signRequests,
  statusesOfRole,
  type File,
  type SignRequest,
} from "@/db/schema/files";
import { useRolledBackDatabase } from "@/db/testing/test-database";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/context/context";
import { getReadableFile, isNotified, roleIn, type Role } from "@/lib/documents/access";
import { fileAt, statusAt } from "@/lib/documents/status";
import { requestsReceived } from "@/lib/evidence/account-export/requests-received";
import { DomainError } from "@/lib/platform/errors";
import { dayMs } from "@/lib/platform/locale/format";
import { statusNumbers } from "@/lib/records/events/status";
import { linkState } from "@/lib/requests/links/find-by-link";
import { makeLink } from "@/lib/requests/signers/signer-language";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { useTestContext } from "@/lib/testing/test-context";
import { dashboardTabs } from "./dashboard-choices";
import { showDashboard } from "./dashboard/dashboard";
import { readDashboardQuery } from "./dashboard/dashboard-query";
import { listFiles } from "./list/list";
import { byIds, readRecords } from "./read-records";
import { viewerOf } from "./show";
import { viewOf } from "./viewer";

const db = useRolledBackDatabase();
const testContext = useTestContext();

const requesters = ["ada@x.example", "bob@x.example"] as const;
const people = [...requesters, "cleo@x.example", "unproved@x.example", "stranger@x.example"] as const;
const roleStates = signRequestRoles.flatMap((role) => statusesOfRole[role].map((status) => ({ role, status })));

/** In any state that a role can have, including unreachable ones, because the rule covers all of them. */
const entry = fc.record({
  email: fc.constantFrom(...people, "nobody@x.example"),
  roleState: fc.constantFrom(...roleStates),
  isNotified: fc.boolean(),
  isRemoved: fc.boolean(),
});
const document = fc.record({
  requester: fc.constantFrom(...requesters),
  status: fc.constantFrom(...fileStatuses),
  isCompleted: fc.boolean(),
  expiresInDays: fc.constantFrom(null, -1, 3, 30),
  entries: fc.uniqueArray(entry, { selector: ({ email }) => email, maxLength: 4 }),
});

interface World {
  ctx: Ctx;
  actors: AccountActor[];
  documents: { file: File; entries: SignRequest[] }[];
}

async function makeWorld(seed: number): Promise<World> {
  const ctx = testContext(db());
  const actors: AccountActor[] = [];
  for (const email of people) {
    const proof = email.startsWith("unproved") ? { emailProvedAt: null, emailProof: null } : {};
    actors.push(
      actingAs(await makeAccount(ctx, { email, displayName: `Account of ${email.split("@")[0]}`, ...proof })),
    );
  }
  const accountIds = new Map(actors.map(({ account }) => [account.email, account.id]));
  const drawn = fc.sample(document, { seed, numRuns: 60 });
  const now = await ctx.now();
  const made = await ctx.db
    .insert(files)
    .values(
      drawn.map(({ requester, status, isCompleted, expiresInDays }, index) => ({
        uuid: randomUUID(),
        requesterId: accountIds.get(requester) ?? 0,
        name: `Lease ${index}`,
        status,
        pages: [{ widthPt: 1, heightPt: 1, rotation: 0 as const }],
        size: 1,
        sha256: "0".repeat(64),
        originalSize: 1,
        originalSha256: "0".repeat(64),
        createdAt: new Date(now.getTime() - (index % 50) * dayMs),
        completedAt: isCompleted ? now : null,
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
      })),
    )
    .returning();
  const entries = await ctx.db
    .insert(signRequests)
    .values(
      made.flatMap((file, index) =>
        (drawn[index]?.entries ?? []).map(({ email, roleState, isNotified, isRemoved }) => ({
          fileId: file.id,
          fileCreatedAt: file.createdAt,
          email,
          ...roleState,
          copyAt: roleState.role === "cc" ? ["sent" as const] : [],
          signMethod: "email" as const,
          identifyMethods: ["account"],
          ...makeLink(ctx),
          notifiedAt: isNotified ? now : null,
          removedAt: isRemoved ? now : null,
        })),
      ),
    )
    .returning();
  const documents = made.map((file) => ({ file, entries: entries.filter(({ fileId }) => fileId === file.id) }));
  return { ctx, actors, documents };
}

function isNotifiedIn({ account }: AccountActor, entries: readonly SignRequest[]): boolean | null {
  if (account.emailProvedAt === null) return null;
  const own = entries.find(({ email, removedAt }) => email === account.email && removedAt === null);
  return own ? isNotified(own) : null;
}

async function readRole(ctx: Ctx, actor: Actor, id: number): Promise<Role | null> {
  try {
    return (await getReadableFile(ctx, actor, { id })).isRequester ? "requester" : "signer";
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

async function listAll(ctx: Ctx, actor: Actor, filters: { status?: number[]; q?: string } = {}): Promise<string[]> {
  const shown: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await listFiles(ctx, actor, { cursor, length: 100, ...filters });
    shown.push(...page.data.map((file) => `${file.id} ${file.status}`));
    cursor = page.pagination.nextCursor;
  }
  return shown.sort();
}

async function showAll(ctx: Ctx, actor: Actor, parameters: Record<string, string>): Promise<string[]> {
  const shown: string[] = [];
  for (let before: string | null = ""; before !== null;) {
    const page = await showDashboard(ctx, actor, readDashboardQuery({ ...parameters, before }));
    shown.push(...page.data.map((row) => `${row.fileId} ${row.status}`));
    before = page.next;
  }
  return shown.sort();
}

/**
 * Whether a text is in the document's name, or in a signer's address or the name of their account where that is shown.
 */
function isFound(text: string, { name }: File, entries: readonly SignRequest[], proved: ReadonlySet<string>): boolean {
  const words = entries
    .filter(({ removedAt }) => removedAt === null)
    .flatMap(({ email, status }) =>
      proved.has(email) && status !== "draft" ? [email, `Account of ${email.split("@")[0]}`] : [email],
    );
  return [name, ...words].some((one) => one.toLowerCase().includes(text.toLowerCase()));
}

test("list and dashboard find the same documents, page by page and by cursor", async () => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const { ctx, actors, documents } = await makeWorld(seed);
  const proved = new Set(actors.flatMap(({ account }) => (account.emailProvedAt ? [account.email] : [])));
  for (const actor of actors) {
    const seen = documents.filter(({ file, entries }) => {
      const isRequester = file.requesterId === actor.account.id;
      return ["requester", "signer"].includes(
        roleIn(file, { isRequester, isNotified: isNotifiedIn(actor, entries) }) ?? "",
      );
    });
    for (const q of ["lease 1", "CLEO@", "account of b", "account of", "of unproved", "nothing"]) {
      const about = `${q} for ${actor.account.email}, seed ${seed}`;
      const wanted = seen.filter(({ file, entries }) => isFound(q, file, entries, proved)).map(({ file }) => file.id);
      const ids = (lines: readonly string[]) => lines.map((line) => parseInt(line, 10)).sort((a, b) => a - b);
      expect(ids(await listAll(ctx, actor, { q })), `list: ${about}`).toEqual(wanted);
      expect(ids(await showAll(ctx, actor, { q })), `dashboard: ${about}`).toEqual(wanted);
      for (const length of [1, 100]) {
        const { data, pagination } = await listFiles(ctx, actor, { q, length });
        expect([pagination.total, data.length], `total: ${about}`).toEqual([
          wanted.length,
          Math.min(wanted.length, length),
        ]);
      }
      const bySigner = seen.filter(({ file, entries }) => isFound(q, { ...file, name: "" }, entries, proved));
      for (const order of ["newest", "deadline"])
        expect(ids(await showAll(ctx, actor, { signer: q, order })), `signers: ${about}`).toEqual(
          bySigner.map(({ file }) => file.id),
        );
    }
  }
});

test("rows, queries, tallies and sign links agree on who may see a document, and on its state", async () => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  const { ctx, actors, documents } = await makeWorld(seed);
  const ids = documents.map(({ file }) => file.id);
  const now = await ctx.now();
  for (const actor of actors) {
    const about = `${actor.account.email}, seed ${seed}`;
    const roles = documents.map(({ file, entries }) =>
      roleIn(file, { isRequester: file.requesterId === actor.account.id, isNotified: isNotifiedIn(actor, entries) }),
    );
    const { files: records } = await readRecords(ctx, byIds, { ids, accountId: actor.account.id });
    expect(
      records.map((record) => viewOf(viewerOf(actor, false), record)?.role ?? null),
      `views of ${about}`,
    ).toEqual(roles);
    const read: (Role | null)[] = [];
    for (const id of ids) read.push(await readRole(ctx, actor, id));
    expect(read, `documents read by ${about}`).toEqual(roles.map((role) => (role === "stranger" ? null : role)));

    const seen = documents
      .filter((_, index) => roles[index] === "requester" || roles[index] === "signer")
      .map(({ file }) => fileAt(file, now));
    const inStates = seen.map(({ id, status }) => `${id} ${statusNumbers[status]}`).sort();
    expect(await listAll(ctx, actor), `list of ${about}`).toEqual(inStates);
    for (const number of Object.values(statusNumbers))
      expect(await listAll(ctx, actor, { status: [number] }), `list of ${about} in state ${number}`).toEqual(
        inStates.filter((line) => line.endsWith(` ${number}`)),
      );

    const exported = new Set<number>();
    for await (const { fileId } of requestsReceived(ctx, actor.account)) exported.add(fileId);
    const received = ids.filter((_, index) => roles[index] === "signer");
    expect(
      received.filter((id) => !exported.has(id)),
      `export of ${about}`,
    ).toEqual([]);

    const tabs: Record<string, string[]> = {};
    for (const tab of dashboardTabs) tabs[tab] = await showAll(ctx, actor, { tab });
    expect(tabs.all, `dashboard of ${about}`).toEqual(
      seen.map(({ id, status }) => `${id} ${status === "deleted" ? "signed" : status}`).sort(),
    );
    const { counts } = await showDashboard(ctx, actor, readDashboardQuery({}));
    expect(counts, `counts of ${about}`).toEqual(
      Object.fromEntries(Object.entries(tabs).map(([tab, rows]) => [tab, rows.length])),
    );
  }
  for (const { file, entries } of documents)
    for (const one of entries) {
      const guest: GuestActor = {
        kind: "guest",
        sessionId: 1,
        signRequestId: one.id,
        fileId: file.id,
        email: one.email,
        displayName: one.email,
        method: "email",
        challengeId: 1,
        provedAt: now,
        proof: "cookie",
        scopes: ["read", "sign"],
      };
      const role = one.removedAt === null ? roleIn(file, { isRequester: false, isNotified: isNotified(one) }) : null;
      const about = `guest ${JSON.stringify({ file: statusAt(file, now), one })}, seed ${seed}`;
      expect(await readRole(ctx, guest, file.id), about).toBe(role);
      if (one.removedAt === null)
        expect(linkState(one, file, now) === "not_found", about).toBe(
          !isNotified(one) || file.status === "draft" || one.role === "cc",
        );
    }
});
