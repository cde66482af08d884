import { pdfjs } from "react-pdf";

export type Pdf = Awaited<ReturnType<typeof pdfjs.getDocument>["promise"]>;

/** Of this version alone, so the copies may be cached for ever (scripts/bootstrap/pdfjs-files.mjs puts them there). */
const assets = `/pdfjs/${pdfjs.version}`;

/**
 * How pdf.js reads our documents. They come whole, since the server gives no ranges. No XFA; scripts would need a sandbox that we do not
 * ship; this version of pdf.js holds no `eval` (the option `isEvalSupported` went with it), and the content policy forbids it.
 */
const options = {
  cMapUrl: `${assets}/cmaps/`,
  standardFontDataUrl: `${assets}/standard_fonts/`,
  wasmUrl: `${assets}/wasm/`,
  iccUrl: `${assets}/iccs/`,
  enableXfa: false,
  disableRange: true,
  disableAutoFetch: true,
};

pdfjs.GlobalWorkerOptions.workerSrc = `${assets}/pdf.worker.min.mjs`;

/** Opens a document in a worker. `close` ends the worker too, whenever it is called. */
export function openPdf(url: string): { promise: Promise<Pdf>; close: () => void } {
  const task = pdfjs.getDocument({ ...options, url });
  return { promise: task.promise, close: () => void task.destroy() };
}
