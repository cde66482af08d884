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
      return `${notice.field} (${notice.signer ?? "not signed"}) shows itself on ${placeText(notice)}, and was added or signed after ${notice.unseenBy.join(", ")}: look at what it covers`;
    case "box_over_text_changed":
      return `the box ${notice.field} is over text on ${placeText(notice)}, and was ticked or cleared after ${notice.unseenBy.join(", ")}: look at what it covers`;
    case "timestamp_not_credited":
      return `the timestamp beside the signature in ${notice.field} does not hold, and the signature does not depend on it: ${notice.problem}`;
    case "unsigned_attribute_unknown":
      return `beside the signature in ${notice.field} stands an unsigned attribute of an unknown kind, ${notice.oid}`;
    case "authority_changed":
      return `${notice.fields.join(", ")} were signed under another authority than the one that certified document ${notice.file}, and nothing in the file links the two: ask the service whether both are its own`;
    case "not_signed_here":
      return `the fields name document ${notice.file}, and no key of its service signed in them`;
    case "completed_since":
      return `document ${notice.file} has been completed since`;
  }
}

function placeText({ page, rect }: Extract<Notice, { rect: unknown }>): string {
  const place = page === null ? "an unknown page" : `page ${page}`;
  return `${place}${rect === null ? "" : ` in the rectangle ${rect.join(" ")}`}`;
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
    "only access to the link in the signer's mailbox was shown; no code was entered, anyone with the link could sign",
  unmailed_link:
    "only access to the signer's link was shown, which was not mailed; no code was entered, anyone with the link could sign",
  account: "only a log-in to the signer's account was shown; no code and no signing password was entered",
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
    return `${renderer} compared ${pages} of ${of} pages${unchanged === 0 ? "" : `, ${unchanged} further ones are drawn from the same bytes`}${stopped === null ? "" : `, not page ${left} (${stopped})`}`;
  });
  return [
    ["pictures", [code, ...reach].join("; ")],
    ...places.map(({ renderer, page, left, top, width, height }): [string, string] => [
      "differs",
      `page ${page}, ${left} pt from the left, ${top} pt from the top, ${width} by ${height} pt (${renderer})`,
    ]),
  ];
}

/** The last lines: whether everything is valid, and by whose certificates. */
export function summaryOf({ problems, trust, document, evidence }: CheckedParts): string {
  if (problems.length > 0)
    return `${problems.length === 1 ? "One thing does" : `${problems.length} things do`} not hold.`;
  if (document && outcomeOf(document) === "authority_changed")
    return "Everything that was given holds, but another authority than the one that certified the document completed it: see the notices.";
  if (document?.completeness?.code === "incomplete")
    return `Everything that was given holds, and the document is not complete: ${completenessText(document.completeness)}.`;
  if (document && outcomeOf(document) === "content_added")
    return "Everything that was given holds, but a field was filled or a signature added over content that a signer did not see: see the warnings.";
  if (trust.status === "met") return "Everything that was given holds: sealed by the service whose root you named.";
  const where = "compare it with the one that the service publishes at /pki/ca.crt, or give --ca=";
  if (trust.tops.length === 0)
    return `Everything that was given holds by itself; ${document || evidence ? "it has no seal of a service" : "no sealed document was given"}, so that whose it is was not checked.`;
  const tops = trust.tops.map(
    ({ subject, issuer, sha256 }) =>
      `${subject === issuer ? "fingerprint of the root" : `no root in the files; fingerprint of the last certificate, issued by ${issuer},`} SHA-256 ${sha256}`,
  );
  return `Everything that was given holds by itself; whose service sealed it was not checked: ${tops.join(" and ")}, ${where}`;
}
