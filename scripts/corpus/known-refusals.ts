/** Files that qpdf opens and that are refused, each with the reason that was found by looking at it. */
const reasons: Readonly<Record<string, string>> = {
  "pyhanko/broken-objstream1.pdf":
    "no page: the object stream with its only page is broken; poppler, MuPDF and qpdf --show-npages find none either",
  "pyhanko/broken-objstream3.pdf":
    "no page: the object stream with its only page is broken; poppler, MuPDF and qpdf --show-npages find none either",
  "pyhanko/broken-objstream6.pdf":
    "no page: the object stream with its only page is broken; poppler, MuPDF and qpdf --show-npages find none either",
  "pdfjs/poppler-395-0-fuzzed.pdf":
    "no page: its page tree was never in the file, by all four readers; and it looks signed",
  "pdfjs/issue9105_other.pdf":
    "no page of its own: the only one is written inside a page tree that is no object of a catalog; qpdf and poppler count none",
  "pdfjs/issue15893_reduced.pdf":
    "two files in one: the last trailer names an encryption with an unknown password; qpdf falls back to the first, unencrypted one",
  "pdfjs/pr6531_2.pdf":
    "a user password is needed; qpdf opens it as the owner, whose password is empty. PDFium and MuPDF do not try that",
};

export function whyRefused(name: string): string | null {
  return reasons[name] ?? null;
}
