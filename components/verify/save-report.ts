import type { CheckedFile } from "./use-check";
import type { Report } from "./verification";

/** Hands the browser the report as JSON, with what it is about and who made it when. */
export function saveReport(file: CheckedFile, report: Report): void {
  const whole = {
    checkedBy: window.location.origin,
    checkedAt: file.checkedAt,
    file: { name: file.name, size: file.size },
    report,
  };
  saveBlob(new Blob([`${JSON.stringify(whole, null, 2)}\n`], { type: "application/json" }), reportName(file.name));
}

/** "Lease.pdf" is reported on in "Lease-verification.json". */
function reportName(name: string): string {
  return `${name.replace(/\.pdf$/i, "")}-verification.json`;
}

/** Hands the browser bytes to keep under a name, as if they had been downloaded. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads it after this task is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
