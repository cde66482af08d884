/*
 * Texts inside signed files: the OU of a signer's certificate, the reasons of the service's own signatures, and the
 * facts in README.txt of a bundle. Programs read them, in files of any age, so
 * the formats never change (docs/EVIDENCE-FORMAT.md#texts-that-programs-read). This is the only module that may parse
 * such texts.
 */

/** The start of a certificate's OU. A time follows. The first matching line decides, so longer starts come first. */
const timedProofs = {
  email_opening_code: ["mailbox access, code entered at opening "],
  email_code: ["mailbox access, code entered "],
  telegram_opening_code: ["linked Telegram chat, code entered at opening ", "linked Telegram chat, opening code "],
  telegram_code: ["linked Telegram chat, code entered "],
  inbox_opening_code: ["code not mailed, entered at opening "],
  inbox_code: ["code kept by service, not mailed, entered "],
  mailed_link: ["mailed link only, no code, clicked "],
  unmailed_link: ["unmailed link only, no code, clicked "],
  account: ["account log-in only, no code, clicked "],
} as const;

/**
 * A code sent to a number: start, masked number, middle, time. The second middle is for a text that would be too long.
 */
const numberProofs = {
  sms_opening_code: ["text message to ", ", code entered at opening ", ", opening code "],
  sms_code: ["text message to ", ", code entered "],
  signal_opening_code: ["Signal message to ", ", code entered at opening ", ", opening code "],
  signal_code: ["Signal message to ", ", code entered "],
} as const;
const unknownNumber = "a number";

/** The proof of the address of an account when its own key was made. A day follows. */
const addressProofs = {
  invitation: "mailbox access, invitation link used ",
  confirmation: "mailbox access, confirmed by mail ",
  address_code: "mailbox access, code entered ",
  administrator: "address vouched for by the administrator ",
  inbox_invitation: "invitation link kept by service, not mailed, used ",
  inbox_confirmation: "confirmation link kept by service, not mailed, used ",
  inbox_address_code: "code kept by service, not mailed, entered ",
} as const;
const unproved = "address not proved when this key was made";

type TimedProof = keyof typeof timedProofs;
type NumberProof = keyof typeof numberProofs;
export type AddressProofKind = keyof typeof addressProofs;

export const statedProofKinds = [
  ...(Object.keys(timedProofs) as TimedProof[]),
  ...(Object.keys(numberProofs) as NumberProof[]),
  ...(Object.keys(addressProofs) as AddressProofKind[]),
  "unproved",
] as const;

/**
 * The proof that a certificate states. `at`: the time of a code or click (`2026-11-20T12:01:07Z`), the day on which an
 * account's address was proved (`2026-11-20`), or null. `sentTo`: the masked number of a text or Signal message.
 */
export interface StatedProof {
  kind: (typeof statedProofKinds)[number];
  at: string | null;
  sentTo: string | null;
}

/** Proofs that required neither a code nor a signing password. */
const withoutCode = ["mailed_link", "unmailed_link", "account"] as const;
export type WithoutCodeProof = (typeof withoutCode)[number];

/** Null for a proof with a code or a signing password. */
export function withoutCodeKind({ kind }: Pick<StatedProof, "kind">): WithoutCodeProof | null {
  return withoutCode.find((name) => name === kind) ?? null;
}

/** The OU for a proof at the moment of signing, in at most `longest` characters if the number is a masked one. */
export function signingProofText(
  proof: { kind: TimedProof; at: Date } | { kind: NumberProof; at: Date; sentTo: string | null },
  longest: number,
): string {
  const at = timeText(proof.at);
  if (!("sentTo" in proof)) return `${timedProofs[proof.kind][0]}${at}`;
  const [start, middle, shortMiddle] = numberProofs[proof.kind] as readonly [string, string, string?];
  const number = proof.sentTo ?? unknownNumber;
  const text = `${start}${number}${middle}${at}`;
  return text.length <= longest || shortMiddle === undefined ? text : `${start}${number}${shortMiddle}${at}`;
}

/** The OU for an account's own key. Null: the address was not proved when the key was made. */
export function addressProofText(proof: { kind: AddressProofKind; at: Date } | null): string {
  return proof === null ? unproved : `${addressProofs[proof.kind]}${proof.at.toISOString().slice(0, 10)}`;
}

/**
 * The proof in the OU of a certificate of this service, or null for any other text. The caller has checked that this
 * service issued the certificate, because others may write anything.
 */
export function readStatedProof(organizationalUnit: string | null): StatedProof | null {
  if (organizationalUnit === null) return null;
  if (organizationalUnit === unproved) return { kind: "unproved", at: null, sentTo: null };
  const [, text, day, clock] = ending.exec(organizationalUnit) ?? [];
  if (text === undefined || day === undefined) return null;
  if (clock === undefined) {
    const kind = keysOf(addressProofs).find((name) => addressProofs[name] === text);
    return kind === undefined ? null : { kind, at: day, sentTo: null };
  }
  const at = `${day}T${clock}`;
  const timed = keysOf(timedProofs).find((name) => timedProofs[name].some((start) => start === text));
  if (timed !== undefined) return { kind: timed, at, sentTo: null };
  for (const kind of keysOf(numberProofs)) {
    const [start, ...middles] = numberProofs[kind];
    const middle = middles.find((candidate) => text.startsWith(start) && text.endsWith(candidate));
    if (middle === undefined) continue;
    const number = text.slice(start.length, -middle.length);
    return { kind, at, sentTo: number === unknownNumber ? null : number };
  }
  return null;
}

/** A day, and the time of a day in UTC, at the end of a text. */
const ending = /^(.*?)(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\dZ))?$/s;

function timeText(at: Date): string {
  return at
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "Z");
}

function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}

const headLabel = "Audit trail head: sha256:";
const head = /Audit trail head: sha256:([0-9a-f]{64})/;
/** Evidence created before bundles had closing records ends after the head. */
const closed = ". Its bundle has a closing record";

/** The signed `/Reason` of a document's seal. */
export function sealReason(auditHead: string): string {
  return `Sealed by Paraph. ${headLabel}${auditHead}`;
}

/** The signed `/Reason` of an evidence document's seal. */
export function evidenceReason(fileUuid: string, auditHead: string): string {
  return `${earlierEvidenceReason(fileUuid, auditHead)}${closed}`;
}

/** The reason in versions before closing records. */
export function earlierEvidenceReason(fileUuid: string, auditHead: string): string {
  return `${evidenceStart(fileUuid)} ${headLabel}${auditHead}`;
}

function evidenceStart(fileUuid: string): string {
  return `Evidence for document ${fileUuid}.`;
}

/** Whether a seal's reason is that of an evidence document of this file. */
export function isOfEvidence(reason: string | null, fileUuid: string): boolean {
  return reason?.startsWith(evidenceStart(fileUuid)) ?? false;
}

export function isEvidenceReason(reason: string | null, fileUuid: string, auditHead: string): boolean {
  return reason === evidenceReason(fileUuid, auditHead) || reason === earlierEvidenceReason(fileUuid, auditHead);
}

/** Whether the evidence states that its bundle has a closing record. If it is missing, the bundle was tampered with. */
export function asksForClosing(reason: string | null): boolean {
  return reason?.endsWith(closed) ?? false;
}

/** The head that a seal of the document, or of its evidence, vouches for. Null if the reason does not include one. */
export function headInReason(reason: string | null): string | null {
  return head.exec(reason ?? "")?.[1] ?? null;
}

/**
 * The reason of the certification. `tops`: SHA-256 of the signers' authorities if they differ from the certification's.
 */
export function certificationReason(tops: readonly string[]): string {
  const sentence = "Prepared for signing; only signatures may follow";
  if (tops.length === 0) return sentence;
  return `${sentence}. Signers may lead to the authority ${tops.map(authorityText).join(" or ")}`;
}

/** Whether the reason of a certification names the authority with this SHA-256. */
export function namesAuthority(reason: string | null, sha256: string): boolean {
  return reason?.includes(authorityText(sha256)) ?? false;
}

function authorityText(sha256: string): string {
  return `sha256:${sha256}`;
}

/** The labels of the lines of README.txt that state facts, in every version of it. */
const readmeLabels = ["Document ID", "SHA-256 of upload", "Audit trail head", "Made by"] as const;
export type ReadmeLabel = (typeof readmeLabels)[number];
export type ReadmeFacts = Readonly<Record<ReadmeLabel, string>>;

/** The lines of README.txt that state facts. */
export function readmeLines(facts: ReadmeFacts): string {
  return readmeLabels.map((label) => `${label.padEnd(18)}  ${facts[label]}`).join("\n");
}

/** The facts that a README.txt does not state, or states otherwise. */
export function differingFacts(readme: string, facts: ReadmeFacts): ReadmeLabel[] {
  return readmeLabels.filter((label) => {
    const stated = [...readme.matchAll(new RegExp(`^${label} {2,}(.*?)\\r?$`, "gm"))].map(([, value]) => value);
    return stated.length === 0 || stated.some((value) => value !== facts[label]);
  });
}
