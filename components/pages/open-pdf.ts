import { pdfjs } from "react-pdf";

export type Pdf = Awaited<ReturnType<typeof pdfjs.getDocument>["promise"]>;

/** Of this version alone, so the copies may be cached for ever (scripts/bootstrap/pdfjs-files.mjs puts them there). */
const assets = `/pdfjs/${pdfjs.version}`;

/**
 * How pdf.js reads any document. No XFA; scripts would need a sandbox that we do not ship; this version of pdf.js holds no `eval` (the
 * option `isEvalSupported` went with it), and the content policy forbids it.
 */
const options = {
  cMapUrl: `${assets}/cmaps/`,
  standardFontDataUrl: `${assets}/standard_fonts/`,
  wasmUrl: `${assets}/wasm/`,
  iccUrl: `${assets}/iccs/`,
  enableXfa: false,
  disableAutoFetch: true,
};

pdfjs.GlobalWorkerOptions.workerSrc = `${assets}/pdf.worker.min.mjs`;

export interface OpeningPdf {
  promise: Promise<Pdf>;
  /** Ends the worker too, whenever it is called. */
  close: () => void;
}

/** Opens a document of this service in a worker. It comes whole, since the server gives no ranges. */
export function openPdf(url: string): OpeningPdf {
  return opening(pdfjs.getDocument({ ...options, url, disableRange: true }));
}

/** Opens a file that the browser has, in a worker. Only those parts are read that its pages need, so that a large one costs little memory. */
export function openPdfBlob(blob: Blob): OpeningPdf {
  const range = new BlobRanges(blob);
  const task = pdfjs.getDocument({ ...options, range, disableStream: true, rangeChunkSize: 256 * 1024 });
  // A file that was moved or changed on disk meanwhile cannot be read on; nothing else would tell pdf.js.
  range.onFailed = () => void task.destroy();
  return opening(task);
}

function opening(task: ReturnType<typeof pdfjs.getDocument>): OpeningPdf {
  return { promise: task.promise, close: () => void task.destroy() };
}

class BlobRanges extends pdfjs.PDFDataRangeTransport {
  onFailed: () => void = () => undefined;

  constructor(private readonly blob: Blob) {
    super(blob.size, null);
  }

  override requestDataRange(begin: number, end: number): void {
    this.blob
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (bytes) => this.onDataRange(begin, new Uint8Array(bytes)),
        () => this.onFailed(),
      );
  }
}
