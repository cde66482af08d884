import { expect, test } from "vitest";
import { formatDay } from "@/lib/platform/locale/format";
import type { HistoryEntry } from "@/lib/views/schema";
import { byDay } from "./document-history";

const entry = (seq: number, at: string): HistoryEntry => ({
  seq,
  type: "file.changed",
  at,
  by: "you",
  actorName: null,
  signer: null,
  from: null,
  mail: null,
  stamped: null,
  entered: null,
  reason: null,
  location: null,
  count: 1,
});
const entries = [entry(3, "2027-03-12T23:30:00Z"), entry(2, "2027-03-12T22:30:00Z"), entry(1, "2027-03-10T10:00:00Z")];
const seqs = (timeZone: string) =>
  byDay(entries, (at) => formatDay(at, timeZone, "en")).map(({ day, of }) => [day, of.map(({ seq }) => seq)]);

test("groups the entries of a day in the reader's zone, in their order", () => {
  expect(seqs("UTC")).toEqual([
    ["12 Mar 2027", [3, 2]],
    ["10 Mar 2027", [1]],
  ]);
  expect(seqs("Europe/Berlin")).toEqual([
    ["13 Mar 2027", [3]],
    ["12 Mar 2027", [2]],
    ["10 Mar 2027", [1]],
  ]);
});
