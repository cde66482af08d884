import { wordsOf } from "./outside-tools";

/** pdf.js is made for browsers and relies on this method, which Node has from version 22. */
function addWithResolvers(): void {
  if (!("withResolvers" in Promise)) {
    const value = () => {
      let settle = {};
      const promise = new Promise((resolve, reject) => {
        settle = { resolve, reject };
      });
      return { promise, ...settle };
    };
    Object.defineProperty(Promise, "withResolvers", { value });
  }
}

/** Text of a whole document as extracted by pdf.js, in words. */
export async function wordsByPdfJs(pdf: Buffer): Promise<string[]> {
  addWithResolvers();
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  try {
    let text = "";
    for (let page = 1; page <= document.numPages; page += 1) {
      const { items } = await (await document.getPage(page)).getTextContent();
      text += `${items.map((item) => ("str" in item ? item.str : "")).join(" ")} `;
    }
    return wordsOf(text);
  } finally {
    await task.destroy();
  }
}
