import type { SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";

/** The report of one PDF, as text of two columns. */
export function printReport(report: VerificationReport): void {
  console.log(`verdict   ${report.verdict}`);
  console.log(`sha256    ${report.sha256}`);
  report.signatures.forEach(printSignature);
  report.warnings.forEach((warning) => console.log(`warning   ${printable(warning)}`));
}

/** Text from a stranger's file must not steer the terminal, or add lines of its own. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`);
}

function printSignature(record: SignatureRecord, index: number): void {
  const { signer, timestamp, changes, cms } = record;
  const lines: [string, string | null][] = [
    ["verdict", `${record.verdict}: ${record.explanation}`],
    ["kind", record.kind],
    ["covers", record.coverage],
    ["signer", signer ? `${signer.subject} (issued by ${signer.issuer}; chain ${record.chain})` : null],
    ["signed at", record.signedAt],
    ["reason", record.reason],
    ["timestamp", timestamp.status === "none" ? null : [timestamp.status, timestamp.authority, timestamp.problem].filter(Boolean).join(", ")],
    ["level", record.level],
    ["etsi", [record.etsi.indication, record.etsi.subIndication].filter(Boolean).join(" / ")],
    ["algorithm", [cms.subFilter, cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ")],
    ...changes.items.map((item): [string, string] => [`changes ${changes.level}`, item]),
    ...cms.problems.map((problem): [string, string] => ["problem", problem]),
  ];
  console.log(`\nsignature ${index + 1}: ${printable(record.field)}`);
  lines.forEach(([name, text]) => text !== null && console.log(`  ${name.padEnd(22)} ${printable(text)}`));
}
