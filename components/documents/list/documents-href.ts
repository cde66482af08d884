import type { DashboardOrder, DashboardTab } from "@/lib/views/dashboard-choices";
import type { DashboardFilters } from "@/lib/views/schema";

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

/** The filters of the panel, in its order. What is searched for stands in the search field. */
export const filterNames = ["state", "signer", "by", "from", "to", "due"] as const;
export type FilterName = (typeof filterNames)[number];

export const noFilters: DashboardFilters = {
  q: "",
  state: "",
  from: "",
  to: "",
  zone: "",
  signer: "",
  by: "",
  due: "",
};

/** Those that narrow the list now. */
export function activeFilters(filters: DashboardFilters): FilterName[] {
  return filterNames.filter((name) => filters[name] !== "");
}

/** The filters with all of the panel taken off, and what is searched for as it is. */
export function withoutFilters({ q }: Pick<DashboardFilters, "q">): DashboardFilters {
  return { ...noFilters, q };
}
