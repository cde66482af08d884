// Choices on the documents page, without zod because the browser loads this too.

/** The tabs in order. */
export const dashboardTabs = ["to_sign", "waiting", "completed", "drafts", "all"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The states to filter by; a document that its requester deleted counts as signed. */
export const dashboardStates = [
  "draft",
  "able_to_sign",
  "partially_signed",
  "signed",
  "declined",
  "cancelled",
  "expired",
] as const;
export const dashboardOrders = ["newest", "oldest", "name", "deadline"] as const;
export type DashboardOrder = (typeof dashboardOrders)[number];
