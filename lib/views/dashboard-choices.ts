// What the documents page lets people choose; without zod, because the browser has these too.

/** The tabs in their order. */
export const dashboardTabs = ["to_sign", "waiting", "completed", "drafts", "all"] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** The states that one can look for; a document that its requester deleted counts as signed. */
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
