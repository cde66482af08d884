import type { CheckedParts } from "@/lib/evidence/check/check-parts";
import { completenessText } from "@/lib/evidence/check/compare";
import { outcomeOf, type Notice, type SignatureRecord, type VerificationReport } from "@/lib/pades/verify/report";
import { readWithoutCode, type WithoutCodeProof } from "@/lib/platform/sign-methods/stated-proof";

/** Prints the report of one PDF as text in two columns. */
export function printReport(report: VerificationReport): void {
  console.log(`verdict   ${report.verdict}`);
  console.log(`outcome   ${outcomeOf(report)}`);
  console.log(`sha256    ${report.sha256}`);
  report.signatures.forEach(printSignature);
  report.warnings.forEach((warning) => console.log(`warning   ${printable(warning)}`));
  report.notices.forEach((notice) => console.log(`notice    ${printable(noticeText(notice))}`));
  if (report.completeness?.code === "incomplete") console.log(`complete  no: ${completenessText(report.completeness)}`);
}

function noticeText(notice: Notice): string {
  switch (notice.code) {
    case "later_signature_shown":
      return `the signature field ${notice.field} (${notice.signer ?? "not signed"}) is visible on ${placeText(notice)} and was added or signed after ${notice.unseenBy.join(", ")}: check the content that it covers`;
    case "box_over_text_changed":
      return `the box ${notice.field} overlaps text on ${placeText(notice)} and was ticked or cleared after ${notice.unseenBy.join(", ")}: check the content that it covers`;
    case "timestamp_not_credited":
      return `the timestamp of the signature in ${notice.field} is invalid (the signature does not depend on it): ${notice.problem}`;
    case "unsigned_attribute_unknown":
      return `the signature in ${notice.field} has an unknown unsigned attribute, ${notice.oid}`;
    case "authority_changed":
      return `${notice.fields.join(", ")} were signed under a different authority than the one that certified document ${notice.file}, and nothing in the file links the two: ask the service whether both belong to it`;
    case "not_signed_here":
      return `the signature fields belong to document ${notice.file}, but none was signed with a key of its service`;
    case "completed_since":
      return `document ${notice.file} has been completed since`;
  }
}

function placeText({ page, rect }: Extract<Notice, { rect: unknown }>): string {
  const place = page === null ? "an unknown page" : `page ${page}`;
  return `${place}${rect === null ? "" : ` (rectangle ${rect.join(" ")})`}`;
}

/** Text from an untrusted file must not control the terminal or add lines. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

function printSignature(record: SignatureRecord, index: number): void {
  const { signer, timestamp, changes, cms } = record;
  const lines: [string, string | null][] = [
    ["verdict", `${record.verdict}: ${record.explanation}`],
    ["kind", record.kind],
    ["covers", record.coverage],
    ["signer", signer ? `${signer.subject} (issued by ${signer.issuer}; chain ${record.chain})` : null],
    ["proof", withoutCodeText(record)],
    ["signed at", record.signedAt],
    ["reason", record.reason],
    [
      "timestamp",
      timestamp.status === "none"
        ? null
        : [timestamp.status, timestamp.authority, timestamp.problem].filter(Boolean).join(", "),
    ],
    ["level", record.level],
    ["etsi", [record.etsi.indication, record.etsi.subIndication].filter(Boolean).join(" / ")],
    ["algorithm", [cms.subFilter, cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ")],
    ...changes.items.map((item): [string, string] => [`changes ${changes.level}`, item]),
    ...pictureLines(record),
    ...cms.problems.map((problem): [string, string] => ["problem", problem]),
  ];
  console.log(`\nsignature ${index + 1}: ${printable(record.field)}`);
  lines.forEach(([name, text]) => text !== null && console.log(`  ${name.padEnd(22)} ${printable(text)}`));
}

const withoutCodeTexts: { readonly [proof in WithoutCodeProof]: string } = {
  mailed_link:
    "only access to the link in the signer's mailbox was verified; no code was entered, so anyone with the link could sign",
  unmailed_link:
    "only access to the signer's link, which was not e-mailed, was verified; no code was entered, so anyone with the link could sign",
  account: "only a log-in to the signer's account was verified; no code or signing password was entered",
};

/** The identification stated in a certificate of this service for a signature without a code or a signing password. */
function withoutCodeText({ chain, signer }: SignatureRecord): string | null {
  const proof = chain === "ours" && signer ? readWithoutCode(signer.name.organizationalUnit) : null;
  return proof && withoutCodeTexts[proof];
}

/** How far each program came, unless there was nothing to compare, and where the pages differ. */
function pictureLines({ pictures: { code, readers, places } }: SignatureRecord): [string, string][] {
  if (code === "nothing_later") return [];
  const reach = readers.map(({ renderer, pages, of, unchanged, missing, stopped }) => {
    const left = missing.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
    return `${renderer} compared ${pages} of ${of} pages${unchanged === 0 ? "" : `, ${unchanged} more are drawn from identical bytes`}${stopped === null ? "" : `, not compared: page ${left} (${stopped})`}`;
  });
  return [
    ["pictures", [code, ...reach].join("; ")],
    ...places.map(({ renderer, page, left, top, width, height }): [string, string] => [
      "differs",
      `page ${page}, ${left} pt from the left, ${top} pt from the top, ${width} by ${height} pt (${renderer})`,
    ]),
  ];
}

/** The last line: whether everything is valid, and whether the service that sealed it was verified. */
export function summaryOf({ problems, trust, document, evidence }: CheckedParts): string {
  if (problems.length > 0) return problems.length === 1 ? "1 problem found." : `${problems.length} problems found.`;
  if (document && outcomeOf(document) === "authority_changed")
    return "Everything given is valid, but the document was completed by a different authority than the one that certified it: see the notices.";
  if (document?.completeness?.code === "incomplete")
    return `Everything given is valid, but the document is not complete: ${completenessText(document.completeness)}.`;
  if (document && outcomeOf(document) === "content_added")
    return "Everything given is valid, but a field was filled or a signature added over content that a signer did not see: see the warnings.";
  if (trust.status === "met")
    return "Everything given is valid and sealed by the service whose root certificate you gave.";
  if (trust.tops.length === 0)
    return `Everything given is valid, but the service that made it was not verified: ${document || evidence ? "no seal of a service found" : "no sealed document given"}.`;
  const tops = trust.tops.map(({ subject, issuer, sha256 }) =>
    subject === issuer
      ? `the fingerprint of the root, SHA-256 ${sha256},`
      : `the fingerprint of the last certificate (no root in the files; issued by ${issuer}), SHA-256 ${sha256},`,
  );
  return `Everything given is valid, but the service that sealed it was not verified. Compare ${tops.join(" and ")} with the one published by the service at /pki/ca.crt, or give --ca=ROOT.pem.`;
}
