import type { DashboardOrder, DashboardTab } from "@/lib/views/dashboard-choices";
import type { DashboardFilters } from "@/lib/views/schema";

export interface DocumentsPlace {
  tab: DashboardTab;
  filters?: Partial<Record<keyof DashboardFilters, string>>;
  order?: DashboardOrder;
  before?: string;
  after?: string;
}

/** Identifies a list, without the current page of it. */
export interface ListPlace {
  tab: DashboardTab;
  filters: DashboardFilters;
  order: DashboardOrder;
}

/** The address of one page of documents. Defaults are left out. */
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

/** The panel's filters, in its order. The search text has its own field. */
export const filterNames = ["state", "signer", "by", "from", "to", "due", "bulkSend"] as const;
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
  bulkSend: "",
};

/** Filters that are set. */
export function activeFilters(filters: DashboardFilters): FilterName[] {
  return filterNames.filter((name) => filters[name] !== "");
}

/** Clears the panel's filters and keeps the search text. */
export function withoutFilters({ q }: Pick<DashboardFilters, "q">): DashboardFilters {
  return { ...noFilters, q };
}
