import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { resourcesOf, type PdfPage } from "@/lib/pdf/pages";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { ContentTokens } from "@/lib/pdf/shadow/content-tokens";
import { sliceOf, type Located, type PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

const resourceName = "ParaphMark";
const mostLevels = 64;

/**
 * Appends operators to a page's content, in the page's initial graphics state, and a form XObject to its resources under the name that `operators` gets. False, and
 * nothing is changed, for a page whose content leaves text or marked content open, closes more graphics states than it opens, or cannot be read.
 */
export function appendContent(
  revision: Revision,
  page: PdfPage,
  form: number,
  operators: (name: string) => string,
): boolean {
  const { document } = revision;
  const parts = contentParts(document, page);
  if (parts === null) return false;
  const open = openStates(parts.decoded);
  if (open === null) return false;
  const resources = resourcesOf(document, page.object);
  const xobjects = resources && document.dict(resources.value.entries.get("XObject"), resources.bytes);
  const name = freeName(xobjects);
  const entry = { [name]: pdfRef(form) };
  const xobject = xobjects ? editDict(xobjects, entry) : `<</${name} ${pdfRef(form)}>>`;
  const before = revision.addStream("", "q\n");
  const after = revision.addStream("", `\n${"Q ".repeat(open)}\n${operators(name)}`);
  revision.change(page.object, {
    Contents: `[${pdfRef(before)} ${parts.references.join(" ")} ${pdfRef(after)}]`,
    Resources: resources ? editDict(resources, { XObject: xobject }) : `<</XObject${xobject}>>`,
  });
  return true;
}

interface ContentParts {
  /** As written. */
  references: string[];
  decoded: Buffer;
}

/** The streams of a page's content, which are read as one (ISO 32000-2, 7.7.3.3); null if one of them cannot be read. */
function contentParts(document: PdfDocument, { object }: PdfPage): ContentParts | null {
  const contents = object.value.entries.get("Contents");
  const several = document.array(contents, object.bytes);
  const items = several ? several.value.items : contents === undefined || contents.kind === "null" ? [] : [contents];
  const bytes = several?.bytes ?? object.bytes;
  try {
    const decoded = items.map((item) => {
      const stream = item.kind === "ref" ? document.load(item.num) : null;
      if (stream === null || stream.streamStart < 0) throw new PdfError("damaged", "a content stream is missing");
      return Buffer.concat([document.decodedStream(stream), Buffer.from("\n")]);
    });
    return {
      references: items.map((item) => sliceOf(bytes, item).toString("latin1")),
      decoded: Buffer.concat(decoded),
    };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/** Graphics states that are open at the end, with one around the whole content; null if the page's initial state cannot be restored. */
function openStates(content: Buffer): number | null {
  const tokens = new ContentTokens(content);
  let [states, marked, isText] = [1, 0, false];
  for (let operator = tokens.next(); operator !== null; operator = tokens.next()) {
    if (operator === "q") states += 1;
    else if (operator === "Q") states -= 1;
    else if (operator === "BT") isText = true;
    else if (operator === "ET") isText = false;
    else if (operator === "BMC" || operator === "BDC") marked += 1;
    else if (operator === "EMC") marked -= 1;
    if (states < 1) return null;
  }
  return isText || marked !== 0 || states > mostLevels ? null : states;
}

function freeName(xobjects: Located<PdfDict> | null): string {
  let name = resourceName;
  for (let count = 2; xobjects?.value.entries.has(name); count++) name = `${resourceName}${count}`;
  return name;
}
