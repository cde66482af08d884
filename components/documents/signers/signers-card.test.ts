import { expect, test } from "vitest";
import { emptyEntry, type SignerEntry } from "./signer-entry";
import { withMoved, withoutEntry, withPasted, withPerson } from "./signers-card";

const entry = (email: string, values: Partial<SignerEntry> = {}): SignerEntry => ({
  ...emptyEntry(),
  email,
  ...values,
});
const emails = (entries: readonly SignerEntry[]) => entries.map(({ email }) => email);
const people = [
  { name: "Ana", email: "ana@x.org" },
  { name: "", email: "bo@x.org" },
];

test("replaces the blank row with pasted people and focuses the last", () => {
  const at = entry("", { signMethod: "password" });
  const { entries, focus } = withPasted([entry("first@x.org"), at, entry("last@x.org")], at, people);
  expect(emails(entries)).toEqual(["first@x.org", "ana@x.org", "bo@x.org", "last@x.org"]);
  expect(entries.slice(1, 3).map(({ name, signMethod }) => [name, signMethod])).toEqual([
    ["Ana", "password"],
    ["", "password"],
  ]);
  expect(entries[2]?.key).toBe(focus);
});

test("gives the stored signer of a cleared row to the first pasted person", () => {
  const at = entry("", { signRequestId: 7 });
  expect(withPasted([at], at, people).entries.map(({ signRequestId }) => signRequestId)).toEqual([7, null]);
});

test("adds pasted people after a row that is filled in", () => {
  const at = entry("first@x.org");
  expect(emails(withPasted([at], at, people).entries)).toEqual(["first@x.org", "ana@x.org", "bo@x.org"]);
});

test("adds a person in the first blank row, else in a new one", () => {
  expect(emails(withPerson([entry("a@x.org"), entry("")], { name: "Me", email: "me@x.org" }))).toEqual([
    "a@x.org",
    "me@x.org",
  ]);
  expect(emails(withPerson([entry("a@x.org")], { name: "Me", email: "me@x.org" }))).toEqual(["a@x.org", "me@x.org"]);
});

test("leaves a blank row after removing the only one, and focuses the row before a removed one", () => {
  const [a, b] = [entry("a@x.org"), entry("b@x.org")];
  expect(emails(withoutEntry([a], a).entries)).toEqual([""]);
  expect(withoutEntry([a, b], b)).toEqual({ entries: [a], focus: a.key });
});

test("moves a row one place, and not past either end", () => {
  const [a, b, c] = [entry("a@x.org"), entry("b@x.org"), entry("c@x.org")];
  const all = [a, b, c];
  expect(emails(withMoved(all, b, -1))).toEqual(["b@x.org", "a@x.org", "c@x.org"]);
  expect(emails(withMoved(all, b, 1))).toEqual(["a@x.org", "c@x.org", "b@x.org"]);
  expect([withMoved(all, a, -1), withMoved(all, c, 1)]).toEqual([all, all]);
});
