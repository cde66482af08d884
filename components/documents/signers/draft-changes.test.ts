import { expect, test } from "vitest";
import { exactly, present } from "@/lib/testing/representatives";
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
const reminders = { firstAfterDays: 3, everyDays: 3, atMost: 3, warnDays: 2 };
const stored = storedDraft({ name: "Lease", expiresAt: null, signers: [ana, bo] }, reminders);
const values = (changes: Partial<DraftValues> = {}): DraftValues => ({
  title: "Lease",
  entries: entriesOf([ana, bo]),
  inOrder: false,
  expiresAt: null,
  reminders,
  allowDelegation: false,
  signatureOptions: null,
  ...changes,
});
const rows = () => exactly(2, entriesOf([ana, bo]));
const added = (email: string, name = ""): SignerEntry => ({
  key: "new",
  signRequestId: null,
  email,
  name,
  phone: "",
  message: "",
  language: null,
  signMethod: null,
  identifyMethod: null,
  role: "signer",
  copyAt: ["sent", "completed"],
  withPrevious: false,
  attachmentRequests: [],
});

test("saves nothing while the form matches what is stored", () => {
  expect(changesOf(values(), stored)).toBeNull();
  expect(
    changesOf(values({ title: " Lease ", entries: [...entriesOf([ana, bo]), added("", " ")] }), stored),
  ).toBeNull();
});

test("saves signature options when they differ, in whatever order the database returns their members", () => {
  const options = { reason: { ask: "optional", preset: "Agreed" }, verificationMark: "margin" } as const;
  const same = { verificationMark: "margin", reason: { preset: "Agreed", ask: "optional" } } as const;
  expect(changesOf(values({ signatureOptions: options }), stored)?.patch).toEqual({ signatureOptions: options });
  expect(changesOf(values({ signatureOptions: same }), { ...stored, signatureOptions: options })).toBeNull();
  expect(changesOf(values(), { ...stored, signatureOptions: options })?.patch).toEqual({ signatureOptions: null });
});

test("keeps the signer and fields when an address changes, and invents no name", () => {
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

test("keeps a row without a name empty although the answer fills in the account's", () => {
  const changes = present(changesOf(values({ entries: [added("acc@x.org")] }), stored));
  const after = storedAfter(stored, changes, {
    name: "Lease",
    expiresAt: null,
    signers: [{ ...ana, email: "acc@x.org", displayName: "From Account" }],
  });
  expect(changesOf(values({ entries: [added("acc@x.org")] }), after)).toBeNull();
});

test("saves valid parts although another part is invalid", () => {
  expect(changesOf(values({ title: "New", entries: [added("not an address")] }), stored)).toMatchObject({
    patch: { name: "New" },
    withdraw: [],
  });
  expect(changesOf(values({ title: "  ", expiresAt: "2026-12-01T00:00:00.000Z" }), stored)).toMatchObject({
    patch: { expiresAt: "2026-12-01T00:00:00.000Z" },
    withdraw: [],
  });
});

test("withdraws the stored signers one by one when no row is left", () => {
  expect(changesOf(values({ entries: [added("")] }), stored)).toMatchObject({ patch: null, withdraw: [1, 2] });
});

test("withdraws nobody when a stored signer's address is cleared; the row is held back", () => {
  const [first, second] = rows();
  expect(changesOf(values({ entries: [{ ...first, email: "", name: "" }, second] }), stored)).toBeNull();
  expect(
    changesOf(
      values({ entries: [{ ...first, email: "", name: "" }] }),
      storedDraft({ name: "Lease", expiresAt: null, signers: [ana] }, reminders),
    ),
  ).toBeNull();
});

test("saves an address that was cleared and typed again with the same signer", () => {
  const [first, second] = rows();
  const changes = changesOf(values({ entries: [{ ...first, email: "anna@x.org", name: "" }, second] }), stored);
  expect(changes?.patch?.users?.[0]).toMatchObject({ signRequestId: 1, email: "anna@x.org" });
});

test("keeps an invalid row as stored while valid rows are saved, and holds back a new one", () => {
  const [first, second] = rows();
  const entries = [{ ...first, email: "ana@" }, second, added("cy@x.org"), { ...added("nobody"), key: "wrong" }];
  const changes = present(changesOf(values({ entries }), stored));
  expect(changes.patch?.users?.map(({ signRequestId, email }) => [signRequestId, email])).toEqual([
    [1, "ana@x.org"],
    [2, "bo@x.org"],
    [undefined, "cy@x.org"],
  ]);
  const cy = { ...bo, signRequestId: 3, email: "cy@x.org" };
  expect(
    changesOf(
      values({ entries: withStoredIds(entries, [ana, bo, cy], changes.sent) }),
      storedAfter(stored, changes, { name: "Lease", expiresAt: null, signers: [ana, bo, cy] }),
    ),
  ).toBeNull();
});

test("saves no signer while a typed address belongs to a stored row that is held back", () => {
  const [first, second] = rows();
  expect(changesOf(values({ entries: [{ ...first, email: "ana@" }, second, added("ana@x.org")] }), stored)).toBeNull();
  expect(changesOf(values({ entries: [{ ...first, email: "bo@x.org" }, second] }), stored)).toBeNull();
});

test("withdraws a signer only when the row is removed", () => {
  const [first] = rows();
  expect(changesOf(values({ entries: [first] }), stored)?.patch?.users).toMatchObject([{ signRequestId: 1 }]);
});

test("gives sent rows the IDs of their addresses, even if they were edited since", () => {
  const sent = [added("BO@x.org"), { ...added("cy@x.org"), key: "cy" }];
  const typed = sent.map((entry) => ({ ...entry, email: `${entry.email}.uk` }));
  expect(withStoredIds(typed, [ana, bo], sent).map((entry) => entry.signRequestId)).toEqual([2, null]);
});

test("clears the ID of a row whose signer is missing in the answer; an unsent row keeps its ID", () => {
  const [first, second] = rows();
  expect(
    withStoredIds([first, { ...second, email: "ana@x.org" }], [ana], null).map((entry) => entry.signRequestId),
  ).toEqual([1, null]);
  expect(
    withStoredIds([first, { ...second, email: "ana@x.org" }], [ana, bo], null).map((entry) => entry.signRequestId),
  ).toEqual([1, 2]);
});

test("saves and clears the signing order", () => {
  const changes = changesOf(values({ inOrder: true }), stored);
  expect(changes?.patch?.users).toMatchObject([
    { email: "ana@x.org", signingOrder: 1 },
    { email: "bo@x.org", signingOrder: 2 },
  ]);
  const ordered = storedDraft(
    { name: "Lease", expiresAt: null, signers: [ana, { ...bo, signingOrder: 2 }] },
    reminders,
  );
  expect(changesOf(values({ inOrder: true }), ordered)).toBeNull();
  expect(changesOf(values(), ordered)?.patch?.users).toMatchObject([{ signingOrder: 1 }, { signingOrder: 1 }]);
});

test("saves no order for a single signer", () => {
  const [first] = rows();
  expect(
    changesOf(
      values({ entries: [first], inOrder: true }),
      storedDraft({ name: "Lease", expiresAt: null, signers: [ana] }, reminders),
    ),
  ).toBeNull();
});

test("saves and clears a signer's message and language", () => {
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
  const written = storedDraft(
    {
      name: "Lease",
      expiresAt: null,
      signers: [{ ...ana, description: "Page 2, please.", language: "pt" }, bo],
    },
    reminders,
  );
  expect(changesOf(values(), written)?.patch?.users?.[0]).toMatchObject({ description: null, language: null });
});

test("saves how a signer opens the document, and uses the account when signing with a signing password", () => {
  const [first, second] = rows();
  const users = (changes: Partial<SignerEntry>) =>
    changesOf(values({ entries: [{ ...first, ...changes }, second] }), stored)?.patch?.users?.[0];
  expect(users({ identifyMethod: "sms" })).toMatchObject({ signMethod: "email", identifyMethod: "sms" });
  expect(users({ identifyMethod: "link", signMethod: "link" })).toMatchObject({
    signMethod: "link",
    identifyMethod: "link",
  });
  expect(users({ identifyMethod: "email", signMethod: "password" })).not.toHaveProperty("identifyMethod");
});

test("saves a changed reminder plan, and not again once it is stored", () => {
  const changed = values({ reminders: { ...reminders, atMost: 1 } });
  const changes = present(changesOf(changed, stored));
  expect(changes).toEqual({ patch: { reminders: { ...reminders, atMost: 1 } }, withdraw: [], sent: null });
  const after = storedAfter(stored, changes, { name: "Lease", expiresAt: null, signers: [ana, bo] });
  expect(changesOf(changed, after)).toBeNull();
});

test("saves steps of several people, and reads them back", () => {
  const [first, second] = rows();
  const entries = [first, { ...second, withPrevious: true }, { ...added("cy@x.org"), role: "approver" as const }];
  const changes = changesOf(values({ entries, inOrder: true }), stored);
  expect(changes?.patch?.users).toMatchObject([
    { email: "ana@x.org", role: "signer", signingOrder: 1 },
    { email: "bo@x.org", role: "signer", signingOrder: 1 },
    { email: "cy@x.org", role: "approver", signingOrder: 2 },
  ]);
  const cy = { ...bo, signRequestId: 3, email: "cy@x.org", role: "approver" as const, signingOrder: 2 };
  expect(entriesOf([ana, bo, cy]).map(({ role, withPrevious }) => [role, withPrevious])).toEqual([
    ["signer", false],
    ["signer", true],
    ["approver", false],
  ]);
  expect(entriesOf([ana, bo]).some(({ withPrevious }) => withPrevious)).toBe(false);
});

test("sends the times of copies for a CC, and none for others", () => {
  const [first, second] = rows();
  const cc = { ...second, role: "cc" as const, copyAt: ["completed"] as const };
  const users = changesOf(values({ entries: [first, cc] }), stored)?.patch?.users;
  expect(users?.[1]).toMatchObject({ role: "cc", copyAt: ["completed"] });
  expect(users?.[0]).not.toHaveProperty("copyAt");
});

test("saves requested files with their person, and none for a person who cannot be asked for files", () => {
  const [first, second] = rows();
  const idCard = {
    ...{ label: "ID card", help: null, required: true, types: ["pdf" as const], maxBytes: 1_048_576, maxCount: 1 },
  };
  const entries = [
    { ...first, attachmentRequests: [idCard] },
    { ...second, role: "viewer" as const, attachmentRequests: [idCard] },
  ];
  const users = changesOf(values({ entries }), stored)?.patch?.users;
  expect(users?.[0]).toMatchObject({ attachmentRequests: [idCard] });
  expect(users?.[1]).not.toHaveProperty("attachmentRequests");
  const again = storedDraft(
    { name: "Lease", expiresAt: null, signers: [{ ...ana, attachmentRequests: [{ id: 4, ...idCard }] }, bo] },
    reminders,
  );
  expect(changesOf(values({ entries: [{ ...first, attachmentRequests: [idCard] }, second] }), again)).toBeNull();
});

test("saves whether signers may delegate", () => {
  expect(changesOf(values({ allowDelegation: true }), stored)?.patch).toEqual({ allowDelegation: true });
});
