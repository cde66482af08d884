import type { DashboardOrder, DashboardTab } from "@/lib/file-views/dashboard-choices";
import type { DashboardFilters } from "@/lib/file-views/schema";

export interface DocumentsPlace {
  tab: DashboardTab;
  filters?: Partial<Record<keyof DashboardFilters, string>>;
  order?: DashboardOrder;
  before?: string;
  after?: string;
}

/** Which list it is, without the page of it. */
export interface ListPlace {
  tab: DashboardTab;
  filters: DashboardFilters;
  order: DashboardOrder;
}

/** The address of one page of the documents; what is at its standard is left out. */
export function documentsHref({ tab, filters = {}, order = "newest", ...cursor }: DocumentsPlace): string {
  const isDated = Boolean(filters.from ?? "") || Boolean(filters.to ?? "");
  const parts = {
    tab: tab === "all" ? "" : tab,
    ...filters,
    zone: isDated ? (filters.zone ?? "") : "",
    order: order === "newest" ? "" : order,
    ...cursor,
  };
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== "")).toString();
  return query === "" ? "/documents" : `/documents?${query}`;
}
