import { expect, test } from "vitest";
import { changesOf, entriesOf, storedDraft, withStoredIds, type DraftValues } from "./draft-changes";
import type { SignerEntry } from "./signer-entry";

const ana = { signRequestId: 1, email: "ana@x.org", displayName: "Ana", signMethod: "email" as const };
const bo = { signRequestId: 2, email: "bo@x.org", displayName: "bo@x.org", signMethod: "email" as const };
const stored = storedDraft({ name: "Lease", expiresAt: null, signers: [ana, bo] });
const values = (changes: Partial<DraftValues> = {}): DraftValues => ({ title: "Lease", entries: entriesOf([ana, bo]), expiresAt: null, ...changes });
const added = (email: string, name = ""): SignerEntry => ({ key: "new", signRequestId: null, email, name, signMethod: null });

test("nothing is saved while the form shows what is stored", () => {
  expect(changesOf(values(), stored)).toBeNull();
  expect(changesOf(values({ title: " Lease ", entries: [...entriesOf([ana, bo]), added("", " ")] }), stored)).toBeNull();
});

test("a changed address keeps its row's signer, so that the boxes pass on; a name that was never given is not made up", () => {
  const [first, second] = entriesOf([ana, bo]);
  if (!first || !second) throw new Error("two rows");
  const changes = changesOf(values({ entries: [{ ...first, email: "Anna@x.org" }, second] }), stored);
  expect(changes).toMatchObject({
    patch: { users: [{ signRequestId: 1, email: "anna@x.org", displayName: "Ana", signMethod: "email" }, { signRequestId: 2, email: "bo@x.org", displayName: null, signMethod: "email" }] },
    withdraw: [],
  });
});

test("a row without a name stays as it is although the answer fills in the account's", () => {
  const changes = changesOf(values({ entries: [added("acc@x.org")] }), stored);
  const after = { ...storedDraft({ name: "Lease", expiresAt: null, signers: [{ ...ana, email: "acc@x.org", displayName: "From Account" }] }), ...changes?.after };
  expect(changesOf(values({ entries: [added("acc@x.org")] }), after)).toBeNull();
});

test("what is valid is saved although something else is not", () => {
  expect(changesOf(values({ title: "New", entries: [added("not an address")] }), stored)).toMatchObject({ patch: { name: "New" }, withdraw: [] });
  expect(changesOf(values({ title: "  ", expiresAt: "2026-12-01T00:00:00.000Z" }), stored)).toMatchObject({ patch: { expiresAt: "2026-12-01T00:00:00.000Z" }, withdraw: [] });
});

test("when no row is left, the stored signers are withdrawn one by one", () => {
  expect(changesOf(values({ entries: [added("")] }), stored)).toMatchObject({ patch: null, withdraw: [1, 2] });
});

test("rows learn the ids that their addresses got", () => {
  expect(withStoredIds([added("BO@x.org"), added("cy@x.org")], [ana, bo]).map((entry) => entry.signRequestId)).toEqual([2, null]);
});
