import { dashboardTabs, type DashboardTab } from "./schema";

/** Where a page of the dashboard starts or ends: a document by the time it was made, then by id. */
export interface Cursor {
  createdAt: Date;
  id: number;
}

/** What the address of the dashboard asks for. */
export interface DashboardQuery {
  tab: DashboardTab;
  /** "" for no search. */
  q: string;
  /** Documents older than this one. */
  before: Cursor | null;
  /** Documents newer than this one. */
  after: Cursor | null;
}

const longestSearch = 255;
const cursorPattern = /^([0-9a-z]{1,9})-([0-9a-z]{1,6})$/;
const largestId = 2_147_483_647;

/** Reads an address that people type and share: whatever makes no sense in it is left out instead of refused. */
export function readDashboardQuery(parameters: Record<string, string | string[] | undefined>): DashboardQuery {
  const one = (name: string): string => [parameters[name] ?? ""].flat()[0] ?? "";
  const before = readCursor(one("before"));
  return {
    tab: dashboardTabs.find((tab) => tab === one("tab")) ?? "all",
    q: one("q").replaceAll("\0", "").trim().slice(0, longestSearch),
    before,
    after: before ? null : readCursor(one("after")),
  };
}

export function printCursor({ createdAt, id }: Cursor): string {
  return `${createdAt.getTime().toString(36)}-${id.toString(36)}`;
}

function readCursor(given: string): Cursor | null {
  const [, time, id] = cursorPattern.exec(given) ?? [];
  if (time === undefined || id === undefined) return null;
  const cursor = { createdAt: new Date(Number.parseInt(time, 36)), id: Number.parseInt(id, 36) };
  return Number.isNaN(cursor.createdAt.getTime()) || cursor.id > largestId ? null : cursor;
}
