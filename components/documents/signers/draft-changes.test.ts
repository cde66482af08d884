import { expect, test } from "vitest";
import { changesOf, entriesOf, storedAfter, storedDraft, withStoredIds, type DraftValues } from "./draft-changes";
import type { SignerEntry } from "./signer-entry";

const ana = { signRequestId: 1, email: "ana@x.org", displayName: "Ana", signMethod: "email" as const, signingOrder: 1 };
const bo = {
  signRequestId: 2,
  email: "bo@x.org",
  displayName: "bo@x.org",
  signMethod: "email" as const,
  signingOrder: 1,
};
const stored = storedDraft({ name: "Lease", expiresAt: null, signers: [ana, bo] });
const values = (changes: Partial<DraftValues> = {}): DraftValues => ({
  title: "Lease",
  entries: entriesOf([ana, bo]),
  inOrder: false,
  expiresAt: null,
  ...changes,
});
const rows = (): [SignerEntry, SignerEntry] => {
  const [first, second] = entriesOf([ana, bo]);
  if (!first || !second) throw new Error("two rows");
  return [first, second];
};
const added = (email: string, name = ""): SignerEntry => ({
  key: "new",
  signRequestId: null,
  email,
  name,
  phone: "",
  message: "",
  language: null,
  signMethod: null,
});

test("nothing is saved while the form shows what is stored", () => {
  expect(changesOf(values(), stored)).toBeNull();
  expect(
    changesOf(values({ title: " Lease ", entries: [...entriesOf([ana, bo]), added("", " ")] }), stored),
  ).toBeNull();
});

test("a changed address keeps its row's signer, so that the boxes pass on; a name that was never given is not made up", () => {
  const [first, second] = rows();
  const changes = changesOf(values({ entries: [{ ...first, email: "Anna@x.org" }, second] }), stored);
  expect(changes).toMatchObject({
    patch: {
      users: [
        { signRequestId: 1, email: "anna@x.org", displayName: "Ana", phone: null, signMethod: "email" },
        { signRequestId: 2, email: "bo@x.org", displayName: null, phone: null, signMethod: "email" },
      ],
    },
    withdraw: [],
  });
});

test("a row without a name stays as it is although the answer fills in the account's", () => {
  const changes = changesOf(values({ entries: [added("acc@x.org")] }), stored);
  if (!changes) throw new Error("a new signer is to be saved");
  const after = storedAfter(stored, changes, {
    name: "Lease",
    expiresAt: null,
    signers: [{ ...ana, email: "acc@x.org", displayName: "From Account" }],
  });
  expect(changesOf(values({ entries: [added("acc@x.org")] }), after)).toBeNull();
});

test("what is valid is saved although something else is not", () => {
  expect(changesOf(values({ title: "New", entries: [added("not an address")] }), stored)).toMatchObject({
    patch: { name: "New" },
    withdraw: [],
  });
  expect(changesOf(values({ title: "  ", expiresAt: "2026-12-01T00:00:00.000Z" }), stored)).toMatchObject({
    patch: { expiresAt: "2026-12-01T00:00:00.000Z" },
    withdraw: [],
  });
});

test("when no row is left, the stored signers are withdrawn one by one", () => {
  expect(changesOf(values({ entries: [added("")] }), stored)).toMatchObject({ patch: null, withdraw: [1, 2] });
});

test("clearing a stored signer's address withdraws nobody: the row is held up, alone or beside others", () => {
  const [first, second] = rows();
  expect(changesOf(values({ entries: [{ ...first, email: "", name: "" }, second] }), stored)).toBeNull();
  expect(
    changesOf(
      values({ entries: [{ ...first, email: "", name: "" }] }),
      storedDraft({ name: "Lease", expiresAt: null, signers: [ana] }),
    ),
  ).toBeNull();
});

test("an address that was cleared and typed anew is saved with its row's signer", () => {
  const [first, second] = rows();
  const changes = changesOf(values({ entries: [{ ...first, email: "anna@x.org", name: "" }, second] }), stored);
  expect(changes?.patch?.users?.[0]).toMatchObject({ signRequestId: 1, email: "anna@x.org" });
});

test("a row with a problem stands as it is stored while the valid rows are saved; a new one waits", () => {
  const [first, second] = rows();
  const entries = [{ ...first, email: "ana@" }, second, added("cy@x.org"), { ...added("nobody"), key: "wrong" }];
  const changes = changesOf(values({ entries }), stored);
  expect(changes?.patch?.users?.map(({ signRequestId, email }) => [signRequestId, email])).toEqual([
    [1, "ana@x.org"],
    [2, "bo@x.org"],
    [undefined, "cy@x.org"],
  ]);
  if (!changes) throw new Error("a new signer is to be saved");
  const cy = { ...bo, signRequestId: 3, email: "cy@x.org" };
  expect(
    changesOf(
      values({ entries: withStoredIds(entries, [ana, bo, cy], changes.sent) }),
      storedAfter(stored, changes, { name: "Lease", expiresAt: null, signers: [ana, bo, cy] }),
    ),
  ).toBeNull();
});

test("no signer is saved while a typed address is that of a stored row that is held up", () => {
  const [first, second] = rows();
  expect(changesOf(values({ entries: [{ ...first, email: "ana@" }, second, added("ana@x.org")] }), stored)).toBeNull();
  expect(changesOf(values({ entries: [{ ...first, email: "bo@x.org" }, second] }), stored)).toBeNull();
});

test("only removing a row withdraws its signer", () => {
  const [first] = rows();
  expect(changesOf(values({ entries: [first] }), stored)?.patch?.users).toMatchObject([{ signRequestId: 1 }]);
});

test("rows that were sent learn the ids that their addresses got, whatever was typed since", () => {
  const sent = [added("BO@x.org"), { ...added("cy@x.org"), key: "cy" }];
  const typed = sent.map((entry) => ({ ...entry, email: `${entry.email}.uk` }));
  expect(withStoredIds(typed, [ana, bo], sent).map((entry) => entry.signRequestId)).toEqual([2, null]);
});

test("a row whose signer is not answered any more forgets the id; one that was not sent keeps its own, whatever address it shows", () => {
  const [first, second] = rows();
  expect(
    withStoredIds([first, { ...second, email: "ana@x.org" }], [ana], null).map((entry) => entry.signRequestId),
  ).toEqual([1, null]);
  expect(
    withStoredIds([first, { ...second, email: "ana@x.org" }], [ana, bo], null).map((entry) => entry.signRequestId),
  ).toEqual([1, 2]);
});

test("an order is saved as the rows stand, and taken back", () => {
  const changes = changesOf(values({ inOrder: true }), stored);
  expect(changes?.patch?.users).toMatchObject([
    { email: "ana@x.org", signingOrder: 1 },
    { email: "bo@x.org", signingOrder: 2 },
  ]);
  const ordered = storedDraft({ name: "Lease", expiresAt: null, signers: [ana, { ...bo, signingOrder: 2 }] });
  expect(changesOf(values({ inOrder: true }), ordered)).toBeNull();
  expect(changesOf(values(), ordered)?.patch?.users).toMatchObject([{ signingOrder: 1 }, { signingOrder: 1 }]);
});

test("an order of one signer is nothing to save", () => {
  const [first] = rows();
  expect(
    changesOf(
      values({ entries: [first], inOrder: true }),
      storedDraft({ name: "Lease", expiresAt: null, signers: [ana] }),
    ),
  ).toBeNull();
});

test("a message and a language are saved with their signer, and taken back", () => {
  const [first, second] = rows();
  const changes = changesOf(
    values({ entries: [{ ...first, message: " Page 2, please. ", language: "pt" }, second] }),
    stored,
  );
  expect(changes?.patch?.users?.[0]).toMatchObject({
    signRequestId: 1,
    description: "Page 2, please.",
    language: "pt",
  });
  const written = storedDraft({
    name: "Lease",
    expiresAt: null,
    signers: [{ ...ana, description: "Page 2, please.", language: "pt" }, bo],
  });
  expect(changesOf(values(), written)?.patch?.users?.[0]).toMatchObject({ description: null, language: null });
});
