import { pdfjs } from "react-pdf";
import { accessibleTree } from "./structure-tree";

export type Pdf = Awaited<ReturnType<typeof pdfjs.getDocument>["promise"]>;

type StructTree = Awaited<ReturnType<Awaited<ReturnType<Pdf["getPage"]>>["getStructTree"]>>;

/** Specific to this version, so it may be cached forever (scripts/bootstrap/build.mjs puts the files there). */
const assets = `/pdfjs/${pdfjs.version}`;

/**
 * pdf.js options for any document. No XFA. Scripts would need a sandbox that we do not ship. This version of pdf.js has
 * no `eval` (and no option `isEvalSupported`), which the content policy forbids.
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
  /** Also ends the worker, at any time. */
  close: () => void;
}

/** Opens a document of this service in a worker. It is loaded in full, because the server supports no ranges. */
export function openPdf(url: string): OpeningPdf {
  return opening(pdfjs.getDocument({ ...options, url, disableRange: true }));
}

/**
 * Opens a local file in a worker. Only the parts that its pages need are read, so that a large file takes little
 * memory.
 */
export function openPdfBlob(blob: Blob): OpeningPdf {
  const range = new BlobRanges(blob);
  const task = pdfjs.getDocument({ ...options, range, disableStream: true, rangeChunkSize: 256 * 1024 });
  // A file that was moved or changed on disk cannot be read further, and pdf.js has no other way to notice.
  range.onFailed = () => void task.destroy();
  return opening(task);
}

function opening(task: ReturnType<typeof pdfjs.getDocument>): OpeningPdf {
  return { promise: task.promise.then(withAccessibleTrees), close: () => void task.destroy() };
}

let opened = 0;

/**
 * react-pdf renders the structure tree of a tagged page as it is in the file, which ARIA does not always allow. The
 * tree names texts by ids that are unique in one file only, so they get a prefix: an envelope shows several files in
 * one page.
 */
function withAccessibleTrees(pdf: Pdf): Pdf {
  const prefix = `pdf${++opened}-`;
  const getPage = pdf.getPage.bind(pdf);
  pdf.getPage = async (number) => {
    const page = await getPage(number);
    if (Object.hasOwn(page, "getStructTree")) return page;
    const getStructTree = page.getStructTree.bind(page);
    page.getStructTree = async () => {
      const tree = (await getStructTree()) as StructTree | null;
      return (tree && accessibleTree(tree, prefix)) as StructTree;
    };
    const streamTextContent = page.streamTextContent.bind(page);
    page.streamTextContent = (parameters) =>
      (streamTextContent(parameters) as ReadableStream<TextChunk>).pipeThrough(prefixIds(prefix));
    return page;
  };
  return pdf;
}

interface TextChunk {
  items: { id?: string | null }[];
}

function prefixIds(prefix: string): TransformStream<TextChunk, TextChunk> {
  return new TransformStream({
    transform(chunk, controller) {
      const items = chunk.items.map((item) => (item.id ? { ...item, id: `${prefix}${item.id}` } : item));
      controller.enqueue({ ...chunk, items });
    },
  });
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
