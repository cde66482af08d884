import type { CheckedFile } from "./use-check";
import type { Report } from "./verification";

/** Downloads the report as JSON, with its file, creator and time. */
export function saveReport(file: CheckedFile, report: Report): void {
  const whole = {
    checkedBy: window.location.origin,
    checkedAt: file.checkedAt,
    file: { name: file.name, size: file.size },
    report,
  };
  saveBlob(new Blob([`${JSON.stringify(whole, null, 2)}\n`], { type: "application/json" }), reportName(file.name));
}

/** The report on "Lease.pdf" is "Lease-verification.json". */
function reportName(name: string): string {
  return `${name.replace(/\.pdf$/i, "")}-verification.json`;
}

/** Saves bytes under a name, like a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
