import {
  dashboardOrders,
  dashboardStates,
  dashboardTabs,
  type DashboardOrder,
  type DashboardTab,
} from "./dashboard-choices";
import { dayStart, isDay, knownZone } from "./day-start";
import type { DashboardFilters } from "./schema";

/** The document where a page of the dashboard starts or ends: what the list is ordered by, as text, and its id. */
export interface Cursor {
  key: string;
  id: number;
}

/** What the address of the dashboard asks for. */
export interface DashboardQuery {
  tab: DashboardTab;
  filters: DashboardFilters;
  order: DashboardOrder;
  /** Documents behind this one in the order of the list. */
  before: Cursor | null;
  /** Documents ahead of this one. */
  after: Cursor | null;
}

const longestText = 255;
const longestCursor = 2000;
const largestId = 2_147_483_647;

/** Reads an address that people type and share: whatever makes no sense in it is left out instead of refused. */
export function readDashboardQuery(parameters: Record<string, string | string[] | undefined>): DashboardQuery {
  const one = (name: string): string => [parameters[name] ?? ""].flat()[0] ?? "";
  const choice = <Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined =>
    choices.find((known) => known === one(name));
  const text = (name: string): string => one(name).replaceAll("\0", "").trim().slice(0, longestText);
  const day = (name: string): string => (isDay(one(name)) ? one(name) : "");
  const order = choice("order", dashboardOrders) ?? "newest";
  const before = readCursor(one("before"), order);
  return {
    tab: choice("tab", dashboardTabs) ?? "all",
    filters: {
      q: text("q"),
      state: choice("state", dashboardStates) ?? "",
      from: day("from"),
      to: day("to"),
      zone: one("from") === "" && one("to") === "" ? "" : knownZone(one("zone")),
      signer: text("signer"),
      by: choice("by", ["me", "others"]) ?? "",
      due: choice("due", ["soon"]) ?? "",
    },
    order,
    before,
    after: before ? null : readCursor(one("after"), order),
  };
}

/** When the documents of these filters were made: from a moment on, and before another. */
export function madeBetween({ from, to, zone }: Pick<DashboardFilters, "from" | "to" | "zone">): {
  since: Date | null;
  until: Date | null;
} {
  return { since: from === "" ? null : dayStart(from, zone), until: to === "" ? null : dayStart(to, zone, 1) };
}

export function printCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

function readCursor(given: string, order: DashboardOrder): Cursor | null {
  if (given === "" || given.length > longestCursor) return null;
  const [key, id] = parsed(given);
  if (typeof key !== "string" || typeof id !== "number" || !Number.isInteger(id) || id < 1 || id > largestId)
    return null;
  const isKey = order === "name" ? !key.includes("\0") : isMoment(key) || (order === "deadline" && key === "infinity");
  return isKey ? { key, id } : null;
}

function parsed(given: string): unknown[] {
  try {
    const content: unknown = JSON.parse(Buffer.from(given, "base64url").toString());
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}

/** As Postgres writes a time into JSON. */
function isMoment(key: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}:\d{2}$/.test(key) && !Number.isNaN(Date.parse(key));
}
