import { useRef, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/call";
import { postPdf } from "@/components/api/upload";
import { followTransfer } from "@/components/ui/transfer-progress";
import { withoutPdfEnding } from "@/lib/platform/plain-text";
import type { Report } from "./verification";

export interface CheckedFile {
  name: string;
  size: number;
  /** The chosen file, held by the browser while the page shows its result. */
  bytes: File;
  /** ISO 8601, by the browser's clock. */
  checkedAt: string;
}

export type Check =
  | { state: "idle" }
  | { state: "sending"; file: CheckedFile; loaded: number; secondsLeft: number | null }
  | { state: "refused"; file: CheckedFile; problem: ApiProblem }
  | { state: "not_pdf"; file: CheckedFile }
  | { state: "done"; file: CheckedFile; report: Report };

const headerSearchedBytes = 1024;

/** Sends a file to be verified and holds the result. A new file aborts the previous call. */
export function useCheck(): { check: Check; start: (file: File) => void; retry: () => void; cancel: () => void } {
  const [check, setCheck] = useState<Check>({ state: "idle" });
  const running = useRef<AbortController | null>(null);
  const last = useRef<File | null>(null);

  async function run(file: File) {
    running.current?.abort();
    last.current = file;
    const mine = new AbortController();
    running.current = mine;
    const facts = { name: file.name, size: file.size, bytes: file, checkedAt: new Date().toISOString() };
    const show = (next: Check) => !mine.signal.aborted && setCheck(next);
    const follow = followTransfer();
    show({ state: "sending", file: facts, loaded: 0, secondsLeft: null });
    try {
      if (!(await looksLikePdf(file))) return void show({ state: "not_pdf", file: facts });
      const report = await postPdf<Report>(
        "/file/validate",
        file,
        (loaded, total) => show({ state: "sending", file: facts, loaded, secondsLeft: follow(loaded, total) }),
        mine.signal,
      );
      show({ state: "done", file: facts, report });
    } catch (error) {
      show({ state: "refused", file: facts, problem: asProblem(error) });
    }
  }

  function cancel() {
    running.current?.abort();
    setCheck({ state: "idle" });
  }

  function retry() {
    if (last.current) void run(last.current);
  }

  return { check, start: (file) => void run(file), retry, cancel };
}

/** Avoids uploading a large file that is not a PDF. */
async function looksLikePdf(file: File): Promise<boolean> {
  return (await file.slice(0, headerSearchedBytes).text()).includes("%PDF-");
}

/** Downloads the report as JSON, with its file, creator and time. */
export function saveReport(file: CheckedFile, report: Report): void {
  const complete = {
    checkedBy: window.location.origin,
    checkedAt: file.checkedAt,
    file: { name: file.name, size: file.size },
    report,
  };
  saveBlob(new Blob([`${JSON.stringify(complete, null, 2)}\n`], { type: "application/json" }), reportName(file.name));
}

/** The report on "Lease.pdf" is "Lease-verification.json". */
function reportName(name: string): string {
  return `${withoutPdfEnding(name)}-verification.json`;
}

/** Saves bytes under a name, like a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
