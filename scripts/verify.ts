// `npm run verify -- FILE.pdf`: prints the verification report of a signed PDF. No server and no database.
import { statSync } from "node:fs";
import { openSegments } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import { isGreen, verifyPdf } from "@/lib/pades/verify/verify-pdf";
import type { SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";

const usage = "usage: npm run verify -- [--json] FILE.pdf";

function verifyFile(path: string): VerificationReport {
  const source = openSegments([{ path, size: statSync(path).size }]);
  try {
    return verifyPdf(source);
  } finally {
    source.close();
  }
}

function print(report: VerificationReport): void {
  console.log(`verdict   ${report.verdict}`);
  console.log(`sha256    ${report.sha256}`);
  report.signatures.forEach(printSignature);
  report.warnings.forEach((warning) => console.log(`warning   ${warning}`));
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
    ["algorithm", [cms.subFilter, cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ")],
    ...changes.items.map((item): [string, string] => [`changes ${changes.level}`, item]),
    ...cms.problems.map((problem): [string, string] => ["problem", problem]),
  ];
  console.log(`\nsignature ${index + 1}: ${record.field}`);
  lines.filter(([, text]) => text !== null).forEach(([name, text]) => console.log(`  ${name.padEnd(22)} ${text}`));
}

function main(args: readonly string[]): number {
  const path = args.find((argument) => !argument.startsWith("--"));
  if (path === undefined) {
    console.error(usage);
    return 2;
  }
  try {
    const report = verifyFile(path);
    if (args.includes("--json")) {
      console.log(JSON.stringify(report, null, 2));
    } else {
      print(report);
    }
    return isGreen(report.verdict) ? 0 : 1;
  } catch (error) {
    if (error instanceof PdfError) {
      console.error(`cannot be verified: ${error.code} (${error.detail})`);
      return 2;
    }
    throw error;
  }
}

process.exitCode = main(process.argv.slice(2));
