import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import type { AccountActor, Ctx } from "@/lib/context";
import { showDashboard } from "@/lib/file-views/dashboard";
import { readDashboardQuery } from "@/lib/file-views/dashboard-query";
import { listFiles } from "@/lib/file-views/list";
import { showListMark } from "@/lib/file-views/list-mark";
import { listJobs } from "@/lib/jobs/list";
import { administrator, busyRequester, busySigner } from "@/tools/fill/accounts";

export interface Measure {
  name: string;
  targetMs: number;
  /** `turn` counts from 0, so that no two calls need to ask the same. */
  run: (turn: number) => Promise<unknown>;
}

/** What people and programs ask most, of the accounts with the longest lists. */
export async function scaleMeasures(ctx: Ctx, documents: number): Promise<Measure[]> {
  const [requester, signer, admin] = await Promise.all(
    [busyRequester, busySigner, administrator].map((email) => actorOf(ctx, email)),
  );
  if (!requester || !signer || !admin) throw new Error("three actors");
  const pages = Math.ceil((documents * 0.9) / 20);
  const middle = await listFiles(ctx, requester, { page: Math.floor(pages / 2), length: 20 });
  const cursor = middle.pagination.nextCursor ?? "";
  /** A number that few names have. */
  const rare = (turn: number): string => String(Math.floor(documents / 3) + turn * 7);
  const dashboard = (actor: AccountActor, parameters: Record<string, string> = {}) =>
    showDashboard(ctx, actor, readDashboardQuery(parameters));
  return [
    { name: "list, first page", targetMs: 30, run: () => listFiles(ctx, requester, { length: 20 }) },
    {
      name: "list, page in the middle",
      targetMs: 30,
      run: (turn) => listFiles(ctx, requester, { page: Math.max(1, Math.floor(pages / 2) - turn), length: 20 }),
    },
    { name: "list, last page", targetMs: 30, run: () => listFiles(ctx, requester, { page: pages, length: 20 }) },
    { name: "list by cursor, middle", targetMs: 30, run: () => listFiles(ctx, requester, { cursor, length: 20 }) },
    { name: "list of a signer, first page", targetMs: 30, run: () => listFiles(ctx, signer, { length: 20 }) },
    {
      name: "list of a signer, page in the middle",
      targetMs: 30,
      run: (turn) => listFiles(ctx, signer, { page: Math.max(1, Math.floor(pages / 6) - turn), length: 20 }),
    },
    {
      name: "search by name, few found",
      targetMs: 60,
      run: (turn) => listFiles(ctx, requester, { q: rare(turn), length: 20 }),
    },
    {
      name: "search by signer's address",
      targetMs: 60,
      run: (turn) => listFiles(ctx, requester, { q: `person${turn * 5 + 40}@`, length: 20 }),
    },
    {
      name: "search by a signer, few found",
      targetMs: 60,
      run: (turn) => listFiles(ctx, signer, { q: rare(turn), length: 20 }),
    },
    {
      name: "search that finds nothing",
      targetMs: 60,
      run: (turn) => listFiles(ctx, requester, { q: `nowhere ${turn}`, length: 20 }),
    },
    {
      name: "search that finds an eighth, by cursor",
      targetMs: 60,
      run: () => listFiles(ctx, requester, { q: "lease", cursor: "", length: 20 }),
    },
    {
      name: "search that finds an eighth, with its total",
      targetMs: 60,
      run: () => listFiles(ctx, requester, { q: "lease", length: 20 }),
    },
    { name: "list mark of a requester", targetMs: 30, run: () => showListMark(ctx, requester) },
    { name: "list mark of a signer", targetMs: 30, run: () => showListMark(ctx, signer) },
    { name: "dashboard of a requester", targetMs: 30, run: () => dashboard(requester) },
    { name: "dashboard of a signer", targetMs: 30, run: () => dashboard(signer) },
    { name: "dashboard of a signer, to sign", targetMs: 30, run: () => dashboard(signer, { tab: "to_sign" }) },
    { name: "dashboard of a signer, completed", targetMs: 30, run: () => dashboard(signer, { tab: "completed" }) },
    { name: "dashboard of a requester, drafts", targetMs: 30, run: () => dashboard(requester, { tab: "drafts" }) },
    { name: "dashboard, search by name", targetMs: 60, run: (turn) => dashboard(requester, { q: rare(turn) }) },
    {
      name: "dashboard, search by signer",
      targetMs: 60,
      run: (turn) => dashboard(requester, { signer: `person${turn * 5 + 40}@` }),
    },
    { name: "jobs of an administrator", targetMs: 30, run: () => listJobs(ctx, admin, {}) },
    {
      name: "jobs of an administrator, scheduled",
      targetMs: 30,
      run: () => listJobs(ctx, admin, { state: "scheduled" }),
    },
  ];
}

export async function actorOf(ctx: Ctx, email: string): Promise<AccountActor> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.email, email));
  if (!account) throw new Error(`no account ${email}`);
  return { kind: "account", account, proof: "session", scopes: ["read", "write", "sign"], signedInAt: new Date() };
}
