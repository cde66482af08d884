import { expect, test } from "vitest";
import { readDashboardQuery } from "@/lib/views/dashboard-query";
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
} as const;

test("what an address says is what is read from it, and its standards are left out", () => {
  const href = documentsHref({ tab: "waiting", filters, order: "name" });
  const read = readDashboardQuery(Object.fromEntries(new URL(href, "https://x.example").searchParams));
  expect(read).toEqual({ tab: "waiting", filters, order: "name", before: null, after: null });
  expect(documentsHref({ tab: "all", filters: noFilters, order: "newest" })).toBe("/documents");
});

test("a time zone without a day says nothing", () => {
  expect(documentsHref({ tab: "all", filters: { zone: "Europe/Berlin" } })).toBe("/documents");
});

test("taking the filters off leaves what is searched for", () => {
  expect(activeFilters(filters)).toEqual(["state", "signer", "by", "from"]);
  expect(withoutFilters(filters)).toEqual({ ...noFilters, q: "lease & co" });
});
