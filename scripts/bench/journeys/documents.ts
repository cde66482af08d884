import { makePdf } from "@/lib/pdf/testing/make-pdf";

export interface BenchSize {
  name: string;
  bytes: number;
  pages: number;
  /** Completed journeys a second, and CPU seconds each may take. */
  target: { perSecond?: number; cpuSeconds?: number };
}

export const sizes: readonly BenchSize[] = [
  { name: "52 KB, 1 page", bytes: 52_000, pages: 1, target: { perSecond: 25, cpuSeconds: 0.06 } },
  { name: "5 MB, 10 pages", bytes: 5_000_000, pages: 10, target: { perSecond: 12 } },
  { name: "20 MB, 20 pages", bytes: 20_000_000, pages: 20, target: {} },
];

const mark = "/BenchMark(00000000)";
let made = 0;

/** Base64 of documents of one size that all differ, as those of real senders do: nothing may be remembered by content. */
export function documentsOf({ bytes, pages }: BenchSize): () => string {
  const pdf = makePdf({
    pages: Array.from({ length: pages }, (_, index) => (index === 0 ? { extra: mark } : {})),
    sizeBytes: bytes,
  });
  const digits = pdf.indexOf(mark) + mark.indexOf("0");
  return () => {
    pdf.write(String(++made).padStart(8, "0"), digits, "latin1");
    return pdf.toString("base64");
  };
}
