import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/context/context";
import { dayMs } from "@/lib/platform/locale/format";
import {
  dashboardOrders,
  dashboardStates,
  dashboardTabs,
  type DashboardOrder,
  type DashboardTab,
} from "@/lib/views/dashboard-choices";
import type { DashboardFilters } from "@/lib/views/schema";

/** The parsed query of the dashboard's URL. */
export interface DashboardQuery {
  tab: DashboardTab;
  filters: DashboardFilters;
  order: DashboardOrder;
  /** A cursor: documents after this one in the list's order; "" for none. */
  before: string;
  /** A cursor: documents before this one. */
  after: string;
}

const longestText = 255;

/** Parses a URL that people type and share: invalid values are ignored, not rejected. */
export function readDashboardQuery(parameters: Record<string, string | string[] | undefined>): DashboardQuery {
  const one = (name: string): string => [parameters[name] ?? ""].flat()[0] ?? "";
  const choice = <Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined =>
    choices.find((known) => known === one(name));
  const text = (name: string): string => one(name).replaceAll("\0", "").trim().slice(0, longestText);
  const day = (name: string): string => (isDay(one(name)) ? one(name) : "");
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
      bulkSend: /^[1-9]\d{0,9}$/.test(one("bulkSend")) ? one("bulkSend") : "",
    },
    order: choice("order", dashboardOrders) ?? "newest",
    before: one("before"),
    after: one("after"),
  };
}

/** The creation period of these filters: from one moment (inclusive) until another (exclusive). */
export function madeBetween({ from, to, zone }: Pick<DashboardFilters, "from" | "to" | "zone">): {
  since: Date | null;
  until: Date | null;
} {
  return { since: from === "" ? null : dayStart(from, zone), until: to === "" ? null : dayStart(to, zone, 1) };
}

const rowsAtOnce = 5000;

/**
 * Folds new tally rows of each list, day and tab into their sums without changing totals. Each round is one statement,
 * so that readers see all of it or nothing. Rows locked by another process are skipped.
 */
export async function addTalliesUp(ctx: Ctx): Promise<void> {
  for (let taken = rowsAtOnce; taken >= rowsAtOnce;) {
    const {
      rows: [done],
    } = await ctx.db.execute<{ taken: number }>(sql`
      with crowded as (
        select distinct viewer, day, tab from (select viewer, day, tab from list_tallies where is_new limit ${rowsAtOnce}::int) appended
      ), taken as (
        delete from list_tallies where ctid = any(array(
          select t.ctid from crowded join list_tallies t using (viewer, day, tab) for update of t skip locked)) returning viewer, day, tab, documents, changes
      ), added as (
        insert into list_tallies (viewer, day, tab, documents, changes, is_new)
        select viewer, day, tab, sum(documents), sum(changes), false from taken group by viewer, day, tab
      )
      select count(*)::int as taken from taken`);
    taken = done?.taken ?? 0;
  }
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a calendar date such as "2027-03-12". */
export function isDay(given: string): boolean {
  return (
    dayPattern.test(given) &&
    !Number.isNaN(Date.parse(`${given}T00:00:00Z`)) &&
    new Date(`${given}T00:00:00Z`).toISOString().startsWith(given)
  );
}

/** The time zone if this machine has it, else "UTC". */
export function knownZone(given: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** The moment at which a day begins in a time zone; `later` days are added. */
export function dayStart(day: string, zone: string, later = 0): Date {
  const midnight = new Date(`${day}T00:00:00Z`).getTime() + later * dayMs;
  // The clocks may change between the first guess and the actual moment.
  const guess = midnight - zoneOffset(new Date(midnight), zone);
  return new Date(midnight - zoneOffset(new Date(guess), zone));
}

/** The zone's offset from UTC at a moment, in milliseconds. */
function zoneOffset(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) - at.getTime();
}
