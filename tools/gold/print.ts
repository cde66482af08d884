import type { Outcome } from "./judge-verdict";
import type { SignedAgain } from "./sign-again";

function table(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  for (const row of rows) {
    console.log(
      row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join(" | "),
    );
  }
}

function mark(ok: boolean | null): string {
  return ok === null ? "-" : ok ? "yes" : "NO";
}

export function printVerdicts(outcomes: readonly Outcome[]): void {
  const rows = outcomes.map(({ file, must, verdict, ours, ok, milliseconds, note }) => [
    file,
    must,
    verdict,
    ours,
    mark(ok),
    milliseconds.toFixed(0),
    note,
  ]);
  table([["file", "must", "verdict", "ours", "ok", "ms", "why"], ...rows]);
}

export function printSignedAgain(outcomes: readonly (SignedAgain & { signers: number })[]): void {
  console.log(
    "\nsigned files, signed here once more: earlier bytes, verdicts and pdfsig's answers kept; only our fields added and filled, as qpdf reads it",
  );
  const rows = outcomes.map(({ file, signers, earlier, refusal, complaints }) => [
    file,
    refusal === null ? `${signers} more` : "refused",
    String(earlier),
    mark(complaints.length === 0),
    refusal ?? complaints.slice(0, 3).join("; "),
  ]);
  table([["file", "signers", "earlier", "ok", "why"], ...rows]);
}
