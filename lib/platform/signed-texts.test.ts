import { expect, test } from "vitest";
import {
  addressProofText,
  asksForClosing,
  differingFacts,
  certificationReason,
  earlierEvidenceReason,
  evidenceReason,
  headInReason,
  isEvidenceReason,
  isOfEvidence,
  namesAuthority,
  readmeLines,
  readStatedProof,
  sealReason,
  signingProofText,
  statedProofKinds,
  withoutCodeKind,
} from "./signed-texts";

const at = "2026-11-20T12:01:07Z";
const day = "2026-11-20";

/** As they are in files that exist. A change of one of these lines would make such files unreadable. */
const existing = [
  ["mailbox access, code entered 2026-11-20 12:01:07Z", "email_code", at, null],
  ["mailbox access, code entered at opening 2026-11-20 12:01:07Z", "email_opening_code", at, null],
  ["text message to +49…67, code entered 2026-11-20 12:01:07Z", "sms_code", at, "+49…67"],
  ["text message to a number, code entered 2026-11-20 12:01:07Z", "sms_code", at, null],
  ["text message to +49…67, code entered at opening 2026-11-20 12:01:07Z", "sms_opening_code", at, "+49…67"],
  ["text message to +49…67, opening code 2026-11-20 12:01:07Z", "sms_opening_code", at, "+49…67"],
  ["Signal message to +49…67, code entered 2026-11-20 12:01:07Z", "signal_code", at, "+49…67"],
  ["Signal message to +49…67, opening code 2026-11-20 12:01:07Z", "signal_opening_code", at, "+49…67"],
  ["linked Telegram chat, code entered 2026-11-20 12:01:07Z", "telegram_code", at, null],
  ["linked Telegram chat, code entered at opening 2026-11-20 12:01:07Z", "telegram_opening_code", at, null],
  ["linked Telegram chat, opening code 2026-11-20 12:01:07Z", "telegram_opening_code", at, null],
  ["code kept by service, not mailed, entered 2026-11-20 12:01:07Z", "inbox_code", at, null],
  ["code not mailed, entered at opening 2026-11-20 12:01:07Z", "inbox_opening_code", at, null],
  ["mailed link only, no code, clicked 2026-11-20 12:01:07Z", "mailed_link", at, null],
  ["unmailed link only, no code, clicked 2026-11-20 12:01:07Z", "unmailed_link", at, null],
  ["account log-in only, no code, clicked 2026-11-20 12:01:07Z", "account", at, null],
  ["mailbox access, invitation link used 2026-11-20", "invitation", day, null],
  ["mailbox access, confirmed by mail 2026-11-20", "confirmation", day, null],
  ["mailbox access, code entered 2026-11-20", "address_code", day, null],
  ["address vouched for by the administrator 2026-11-20", "administrator", day, null],
  ["invitation link kept by service, not mailed, used 2026-11-20", "inbox_invitation", day, null],
  ["confirmation link kept by service, not mailed, used 2026-11-20", "inbox_confirmation", day, null],
  ["code kept by service, not mailed, entered 2026-11-20", "inbox_address_code", day, null],
  ["address not proved when this key was made", "unproved", null, null],
] as const;

test.each(existing)("reads the proof “%s” as %s", (text, kind, stated, sentTo) => {
  expect(readStatedProof(text)).toEqual({ kind, at: stated, sentTo });
});

test("every kind of proof has a text", () => {
  expect(new Set(existing.map(([, kind]) => kind))).toEqual(new Set(statedProofKinds));
});

test("reads any other text as no proof", () => {
  for (const text of [
    null,
    "",
    "Legal department",
    "mailbox access, mailed link only, no code",
    "mailbox access, code entered at some time",
    "mailbox access, code entered 2026-11-20 12:01:07Z, more",
    "x mailbox access, code entered 2026-11-20 12:01:07Z",
    "Mailbox access, code entered 2026-11-20 12:01:07Z",
    "mailed link only, no code, clicked 2026-11-20",
    "text message to , code entered",
    "2026-11-20",
  ])
    expect(readStatedProof(text), String(text)).toBeNull();
});

test("writes the proofs that it reads, in the shorter form only if the longer one does not fit", () => {
  const when = new Date("2026-11-20T12:01:07.123Z");
  expect(signingProofText({ kind: "email_code", at: when }, 64)).toBe(existing[0][0]);
  expect(signingProofText({ kind: "sms_opening_code", at: when, sentTo: "+49…67" }, 64)).toBe(existing[5][0]);
  expect(signingProofText({ kind: "sms_opening_code", at: when, sentTo: "+49…67" }, 80)).toBe(existing[4][0]);
  expect(signingProofText({ kind: "sms_code", at: when, sentTo: null }, 64)).toBe(existing[3][0]);
  expect(addressProofText({ kind: "invitation", at: when })).toBe(existing[16][0]);
  expect(readStatedProof(addressProofText(null))?.kind).toBe("unproved");
});

test("only a link or a log-in counts as a proof without a code", () => {
  expect(statedProofKinds.filter((kind) => withoutCodeKind({ kind }) !== null).toSorted()).toEqual([
    "account",
    "mailed_link",
    "unmailed_link",
  ]);
});

const uuid = "3f2a9c1e-8d4b-4a7f-9c2e-1b5d6e7f8a90";
const head = "0123456789abcdef".repeat(4);

test("reads the reasons in existing files", () => {
  const sealed = `Sealed by Paraph. Audit trail head: sha256:${head}`;
  const earlier = `Evidence for document ${uuid}. Audit trail head: sha256:${head}`;
  const evidence = `${earlier}. Its bundle has a closing record`;
  expect([sealReason(head), earlierEvidenceReason(uuid, head), evidenceReason(uuid, head)]).toEqual([
    sealed,
    earlier,
    evidence,
  ]);
  expect([sealed, earlier, evidence].map(headInReason)).toEqual([head, head, head]);
  expect([sealed, earlier, evidence].map((reason) => isOfEvidence(reason, uuid))).toEqual([false, true, true]);
  expect([sealed, earlier, evidence].map(asksForClosing)).toEqual([false, false, true]);
  expect([sealed, earlier, evidence].map((reason) => isEvidenceReason(reason, uuid, head))).toEqual([
    false,
    true,
    true,
  ]);
  expect([headInReason(null), asksForClosing(null), isOfEvidence(null, uuid)]).toEqual([null, false, false]);
});

test("a certification names the authorities of the signers", () => {
  const other = "f".repeat(64);
  const reason = certificationReason([head, other]);
  expect(reason).toBe(
    `Prepared for signing; only signatures may follow. Signers may lead to the authority sha256:${head} or sha256:${other}`,
  );
  expect([head, other, "0".repeat(64)].map((sha256) => namesAuthority(reason, sha256))).toEqual([true, true, false]);
  expect(namesAuthority(certificationReason([]), head)).toBe(false);
});

test("reads the facts in the README.txt of existing bundles", () => {
  const facts = {
    "Document ID": uuid,
    "SHA-256 of upload": head,
    "Audit trail head": "not sealed",
    "Made by": "https://x",
  };
  const lines = [
    `Document ID         ${uuid}`,
    `SHA-256 of upload   ${head}`,
    "Audit trail head    not sealed",
    "Made by             https://x",
  ];
  expect(readmeLines(facts)).toBe(lines.join("\n"));
  expect(differingFacts(`Text\r\n${lines.join("\r\n")}\r\nMore`, facts)).toEqual([]);
  expect(differingFacts(lines.slice(1).join("\r\n"), facts)).toEqual(["Document ID"]);
  expect(differingFacts([...lines, "Made by  https://y"].join("\r\n"), facts)).toEqual(["Made by"]);
});
