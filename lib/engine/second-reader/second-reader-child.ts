// Entry of the second reader's process (dist/pdf-second-reader.mjs): pdf.js on a Skia canvas, one job at a time.
import type { ChildRequest } from "@/lib/engine/lines/child-jobs";
import { serveJobs, withSegments } from "../lines/serve-jobs";
import { compareRevisions } from "../pictures/compare-revisions";
import { readFacts } from "../pictures/page-facts";
import { startPdfjs } from "./pdfjs";
import { readWithPdfjs, renderWithPdfjs, textWithPdfjs } from "./read-page";

const maxResidentBytes = 512 * 2 ** 20;
const recycleAboveBytes = 350 * 2 ** 20;

const pdfjs = await startPdfjs();

async function perform(request: ChildRequest): Promise<unknown> {
  switch (request.job) {
    case "render": {
      const { segments, ...image } = request.input;
      return withSegments(segments, (source) => renderWithPdfjs(pdfjs, source, image));
    }
    case "pageText": {
      const { segments, page } = request.input;
      return withSegments(segments, (source) => textWithPdfjs(pdfjs, source, page));
    }
    case "compareRevisions": {
      const { segments, ...task } = request.input;
      return withSegments(segments, (source) => compareRevisions(readWithPdfjs(pdfjs), source, task));
    }
    case "readFacts": {
      const { segments, ...task } = request.input;
      return withSegments(segments, (source) => readFacts(readWithPdfjs(pdfjs), source, task));
    }
    default:
      throw new Error(`the second reader does not do ${request.job}`);
  }
}

serveJobs({ perform, maxResidentBytes, recycleAboveBytes });
