import { expect, test } from "vitest";
import { readDashboardQuery } from "@/lib/views/dashboard/dashboard-query";
import { activeFilters, documentsHref, noFilters, withoutFilters } from "./documents-href";

const filters = {
  q: "lease & co",
  state: "declined",
  from: "2027-01-01",
  to: "",
  zone: "Europe/Berlin",
  signer: "ana@x.example",
  by: "me",
  due: "",
  bulkSend: "",
} as const;

test("writes addresses that read back the same, without defaults", () => {
  const href = documentsHref({ tab: "waiting", filters, order: "name" });
  const read = readDashboardQuery(Object.fromEntries(new URL(href, "https://x.example").searchParams));
  expect(read).toEqual({ tab: "waiting", filters, order: "name", before: "", after: "" });
  expect(documentsHref({ tab: "all", filters: noFilters, order: "newest" })).toBe("/documents");
});

test("ignores a time zone without a day", () => {
  expect(documentsHref({ tab: "all", filters: { zone: "Europe/Berlin" } })).toBe("/documents");
});

test("keeps the search text when filters are cleared", () => {
  expect(activeFilters(filters)).toEqual(["state", "signer", "by", "from"]);
  expect(withoutFilters(filters)).toEqual({ ...noFilters, q: "lease & co" });
});
