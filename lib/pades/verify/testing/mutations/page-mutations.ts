import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { appended, missing, type Mutation, type Target } from "./mutation";

const forged = Buffer.from("BT /F 12 Tf 20 20 Td (I owe you a million) Tj ET");

function contentOf(target: Target): number {
  const contents = target.page.value.entries.get("Contents");
  return contents?.kind === "ref" ? contents.num : missing("a content stream");
}

/** The first object in a category of the page's resources, such as its first font. */
function resourceOf(target: Target, category: string): { num: number; name: string } {
  const { document, page } = target;
  const resources = document.dict(page.value.entries.get("Resources"), page.bytes);
  const dict = resources && document.dict(resources.value.entries.get(category), resources.bytes);
  for (const [name, value] of dict?.value.entries ?? []) {
    if (value.kind === "ref") {
      return { num: value.num, name };
    }
  }
  return missing(`a resource of the kind ${category}`);
}

function pagesNode(target: Target) {
  const node = target.catalog.value.entries.get("Pages");
  return node?.kind === "ref" ? target.object(node.num) : missing("a page tree");
}

function streamOf(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from("\nendstream"),
  ]);
}

function setPage(name: string, changes: (target: Target) => Record<string, string | null>): Mutation {
  return appended(name, (target) => target.edit(target.page, changes(target)));
}

function setPages(name: string, changes: (target: Target) => Record<string, string | null>): Mutation {
  return appended(name, (target) => target.edit(pagesNode(target), changes(target)));
}

const contents: Mutation[] = [
  setPage("a page gets another content stream", ({ revision }) => ({
    Contents: pdfRef(revision.addStream("", forged)),
  })),
  appended("a content stream is rewritten", (target) =>
    target.revision.replace(contentOf(target), 0, streamOf("", forged)),
  ),
  setPage("a content stream is added behind", (target) => ({
    Contents: `[${pdfRef(contentOf(target))} ${pdfRef(target.revision.addStream("", forged))}]`,
  })),
  setPage("a page loses its content", () => ({ Contents: null })),
  appended("a content stream becomes null", (target) => target.revision.replace(contentOf(target), 0, "null")),
  appended("a content stream keeps its words under another generation", (target) => {
    const object = target.object(contentOf(target));
    const whole = target.document.load(object.num) ?? missing("a stream");
    const { offset, length } = target.document.rawStream(whole);
    const head = target.bytes
      .subarray(whole.offset, offset)
      .toString("latin1")
      .replace(/^\d+ \d+ obj\s*/, "");
    target.revision.replace(
      object.num,
      1,
      Buffer.concat([
        Buffer.from(head, "latin1"),
        target.bytes.subarray(offset, offset + length),
        Buffer.from("\nendstream"),
      ]),
    );
  }),
];

const resources: Mutation[] = [
  appended("a font is rewritten", (target) =>
    target.revision.replace(resourceOf(target, "Font").num, 0, "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"),
  ),
  appended("a font gets another encoding", (target) =>
    target.edit(target.object(resourceOf(target, "Font").num), { Encoding: "<</Differences[49/nine]>>" }),
  ),
  appended("an image is rewritten", (target) => {
    const entries = "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray";
    target.revision.replace(resourceOf(target, "XObject").num, 0, streamOf(entries, Buffer.from([0])));
  }),
  setPage("a page gets other resources", () => ({ Resources: "<<>>" })),
  setPage("a page's font leads elsewhere", ({ revision }) => ({
    Resources: `<</Font<</F ${pdfRef(revision.add("<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"))}>>>>`,
  })),
];

const boxes: Mutation[] = [
  ...["MediaBox", "CropBox", "TrimBox", "BleedBox", "ArtBox"].map((key) =>
    setPage(`a page gets another ${key}`, () => ({ [key]: "[0 0 100 100]" })),
  ),
  ...[
    ["Rotate", "90"],
    ["UserUnit", "2"],
    ["Group", "<</S/Transparency/K true>>"],
    ["Tabs", "/R"],
    ["Trans", "<</S/Fade>>"],
    ["Dur", "1"],
  ].map(([key = "", value = ""]) => setPage(`a page gets /${key}`, () => ({ [key]: value }))),
  setPage("a page gets actions", () => ({ AA: "<</O<</S/URI/URI(http://x.test)>>>>" })),
  setPage("a page gets data of its own", () => ({ PieceInfo: "<<>>" })),
];

const tree: Mutation[] = [
  setPages("a page is added", (target) => {
    const page = target.revision.add(`<</Type/Page/Parent ${pdfRef(pagesNode(target).num)}/MediaBox[0 0 612 792]>>`);
    const kids = target.items(pagesNode(target), "Kids");
    return { Kids: `[${[...kids, pdfRef(page)].join(" ")}]`, Count: String(target.pages.length + 1) };
  }),
  setPages("a page is taken out", (target) => ({
    Kids: `[${target.items(pagesNode(target), "Kids").slice(1).join(" ")}]`,
  })),
  setPages("a page is shown twice", (target) => ({
    Kids: `[${[...target.items(pagesNode(target), "Kids"), pdfRef(target.page.num)].join(" ")}]`,
  })),
  setPages("pages change places", (target) => {
    const kids = target.items(pagesNode(target), "Kids");
    return { Kids: kids.length > 1 ? `[${[...kids].reverse().join(" ")}]` : missing("two pages") };
  }),
  setPages("all pages are rotated by inheritance", () => ({ Rotate: "180" })),
  setPages("all pages get resources by inheritance", () => ({ Resources: "<</Font<<>>>>" })),
  appended("a page object is replaced", (target) =>
    target.revision.replace(
      target.page.num,
      0,
      `<</Type/Page/Parent ${pdfRef(pagesNode(target).num)}/MediaBox[0 0 612 792]>>`,
    ),
  ),
  appended("a page becomes a node of its own", (target) =>
    target.edit(target.page, { Type: "/Pages", Kids: `[${pdfRef(target.revision.add("<</Type/Page>>"))}]` }),
  ),
  appended("the page tree is replaced", (target) =>
    target.edit(target.catalog, { Pages: pdfRef(target.revision.add("<</Type/Pages/Kids[]/Count 0>>")) }),
  ),
  appended("a page has a key twice with different values", (target) => {
    const { page } = target;
    target.revision.replace(
      page.num,
      0,
      `<</MediaBox[0 0 9 9]${page.bytes.toString("latin1", page.value.start + 2, page.value.end)}`,
    );
  }),
];

/** Revisions that change the content of pages, or the set of pages. */
export const pageMutations: readonly Mutation[] = [...contents, ...resources, ...boxes, ...tree];
