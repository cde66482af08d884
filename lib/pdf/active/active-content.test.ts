import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { writeCanonical } from "@/lib/pdf/canonical/write-canonical";
import { PdfDocument } from "@/lib/pdf/document";
import { ingestUpload } from "@/lib/pdf/ingest/ingest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { activeDictionaries } from "@/lib/pdf/testing/active-dictionaries";
import { formPdf, OTHERS, pdfOf, stream, type FormParts } from "@/lib/pdf/testing/hand-written-pdf";
import { seeded } from "@/lib/pdf/testing/seeded";
import { present } from "@/lib/testing/representatives";

const script = "<</S/JavaScript/JS(app.alert\\(1\\))>>";
const link = (action: string) => `/Subtype/Link/Rect[1 1 9 9]/A ${action}`;

/** The file as stored. */
function kept(parts: FormParts | Buffer): { bytes: Buffer; removed: string[] } {
  const uploaded = Buffer.isBuffer(parts) ? parts : formPdf(parts);
  const first = ingestUpload(fromBuffer(uploaded), "uploaded");
  const bytes = first.kind === "rewrite" ? canonicalBytes(uploaded) : uploaded;
  const step = first.kind === "rewrite" ? ingestUpload(fromBuffer(bytes), "rewritten") : first;
  if (step.kind !== "ready") {
    throw new Error("it was to be repaired");
  }
  return { bytes: Buffer.concat([bytes, step.frozen?.tail ?? Buffer.alloc(0)]), removed: step.frozen?.removed ?? [] };
}

function canonicalBytes(bytes: Buffer): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "paraph-active-"));
  const target = path.join(folder, "canonical.pdf");
  const file = openSync(target, "w");
  try {
    writeCanonical(PdfDocument.open(fromBuffer(bytes)), file, 1 << 20);
    return readFileSync(target);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

/** A chain of actions by /Next, as objects numbered from `OTHERS`. The last one is a script. */
const chain = (length: number): string[] => [
  ...Array.from({ length }, (_, i) => `<</S/URI/URI(https://x.test)/Next ${OTHERS + 1 + i} 0 R>>`),
  script,
];

const constructs: [string, FormParts | Buffer, string][] = [
  ["/Next of a link, direct", { widgets: [link(`<</S/URI/URI(https://x.test)/Next${script}>>`)] }, "JavaScript"],
  [
    "/Next of /Next, in lists",
    { widgets: [link(`<</S/GoTo/D[3 0 R/Fit]/Next[<</S/URI/URI(https://x.test)/Next[${script}]>>]>>`)] },
    "JavaScript",
  ],
  ["the 70th action of a chain", { widgets: [link(`${OTHERS} 0 R`)], others: chain(70) }, "JavaScript"],
  [
    "a chain behind a list of 200 passive actions",
    { widgets: [link(`<</S/GoTo/D[3 0 R/Fit]/Next[${script}${"<</S/GoTo/D[3 0 R/Fit]>>".repeat(200)}]>>`)] },
    "JavaScript",
  ],
  [
    "an action that two annotations share, once as /A and once as /Next",
    { widgets: [link(`${OTHERS} 0 R`), link(`<</S/URI/URI(https://x.test)/Next ${OTHERS} 0 R>>`)], others: [script] },
    "JavaScript",
  ],
  [
    "an action that is a structure element as well",
    {
      widgets: [link(`${OTHERS} 0 R`)],
      catalog: `/StructTreeRoot<</Type/StructTreeRoot/K ${OTHERS} 0 R>>`,
      others: ["<</S/Launch/F(x)/P 1 0 R/K 0>>"],
    },
    "Launch",
  ],
  ["/A in a list", { widgets: [link(`[${script}]`)] }, "JavaScript"],
  [
    "/A through an indirect list",
    { widgets: [link(`${OTHERS} 0 R`)], others: [`[${OTHERS + 1} 0 R]`, script] },
    "JavaScript",
  ],
  [
    "/A through indirect references",
    { widgets: [link(`${OTHERS} 0 R`)], others: [`${OTHERS + 1} 0 R`, script] },
    "JavaScript",
  ],
  ["/PA of a link", { widgets: [`/Subtype/Link/Rect[1 1 9 9]/PA${script}`] }, "JavaScript"],
  ["names with escapes", { widgets: [link("<</S/Java#53cript/J#53(1)>>")] }, "JavaScript"],
  [
    "an address that is a script, with a tab in it",
    { widgets: [link("<</S/URI/URI(java\\tscript:alert\\(1\\))>>")] },
    "JavaScript",
  ],
  ["an address that is a page of its own", { widgets: [link("<</S/URI/URI(data:text/html,x)>>")] }, "JavaScript"],
  ["a base address that is a script", { widgets: [], catalog: "/URI<</Base(javascript:x)>>" }, "JavaScript"],
  [
    "a file specification that is a script",
    { widgets: [link("<</S/GoToR/F<</FS/URL/F(javascript:x)>>>>")] },
    "JavaScript",
  ],
  ["a menu command", { widgets: [link("<</S/Named/N/Print>>")] }, "OtherAction"],
  ["an address at opening", { widgets: [], catalog: "/OpenAction<</S/URI/URI(https://x.test)>>" }, "OpenAction"],
  [
    "a name tree with several levels of scripts",
    {
      widgets: [],
      catalog: `/Names<</JavaScript<</Kids[${OTHERS} 0 R]>>>>`,
      others: [`<</Limits[(a)(a)]/Names[(a) ${OTHERS + 1} 0 R]>>`, script],
    },
    "JavaScript",
  ],
  [
    "a script in another name tree",
    {
      widgets: [],
      catalog: `/Names<</IDS<</Names[(a)${script}]>>/URLS<</Names[(a) ${OTHERS} 0 R]>>>>`,
      others: [script],
    },
    "JavaScript",
  ],
  [
    "a destination with an action",
    { widgets: [], catalog: `/Names<</Dests<</Names[(a)<</D[3 0 R/Fit]/A${script}>>]>>>>` },
    "JavaScript",
  ],
  [
    "/Dests with an action",
    { widgets: [], catalog: `/Dests<</a<</D[3 0 R/Fit]/A ${OTHERS} 0 R>>>>`, others: [script] },
    "JavaScript",
  ],
  [
    "alternate presentations",
    { widgets: [], catalog: "/Names<</AlternatePresentations<</Names[(a)<</Type/SlideShow>>]>>>>" },
    "RichMedia",
  ],
  ["renditions", { widgets: [], catalog: "/Names<</Renditions<</Names[(a)<</S/MR>>]>>>>" }, "RichMedia"],
  [
    "page templates",
    {
      widgets: [],
      catalog: `/Names<</Templates<</Names[(a) ${OTHERS} 0 R]>>>>`,
      others: ["<</Type/Template/MediaBox[0 0 9 9]>>"],
    },
    "HiddenPages",
  ],
  ["a portfolio", { widgets: [], catalog: "/Collection<</View/D>>" }, "Portfolio"],
  [
    "requirements with scripts",
    { widgets: [], catalog: `/Requirements[<</S/EnableJavaScripts/RH<</S/JS/Script(a)>>>>]` },
    "ReaderRequirements",
  ],
  [
    "/AA of a page, of the page tree, of a field that only a widget names",
    { widgets: [], page: `/AA<</O${script}>>`, catalog: `/Foo<</T(x)/AA<</K${script}>>>>` },
    "JavaScript",
  ],
  [
    "a script in document parts",
    { widgets: [], catalog: `/DPartRoot<</DPartRootNode<</DPM<</x${script}>>>>>>` },
    "JavaScript",
  ],
  [
    "a script in an associated file's dictionary",
    { widgets: [], catalog: `/AF[<</Type/Filespec/F(a)/A${script}>>]` },
    "JavaScript",
  ],
  [
    "a script in a thread and in an article bead",
    { widgets: [], catalog: `/Threads[<</F<</A${script}>>>>]`, page: `/B[<</AA<</O${script}>>>>]` },
    "JavaScript",
  ],
  [
    "SetOCGState in the optional content properties",
    { widgets: [], catalog: "/OCProperties<</OCGs[]/D<</A<</S/SetOCGState/State[]>>>>>>" },
    "SetOCGState",
  ],
  [
    "an annotation that only a pop-up leads to",
    {
      widgets: [
        `/Subtype/Popup/Rect[1 1 9 9]/Parent<</Subtype/Text/Rect[0 0 9 9]/IRT<</Subtype/Text/Rect[0 0 9 9]/AA<</E${script}>>>>>>`,
      ],
    },
    "JavaScript",
  ],
  [
    "an annotation that only the structure tree leads to",
    {
      widgets: [],
      catalog: `/StructTreeRoot<</K<</S/Link/K<</Type/OBJR/Obj ${OTHERS} 0 R>>>>>>`,
      others: [`<</Subtype/Link/Rect[0 0 9 9]/A${script}>>`],
    },
    "JavaScript",
  ],
  [
    "a bookmark reached by /Last alone",
    { widgets: [], catalog: `/Outlines<</Last ${OTHERS} 0 R>>`, others: [`<</Title(a)/A${script}>>`] },
    "JavaScript",
  ],
  [
    "a bookmark reached by /Prev alone",
    {
      widgets: [],
      catalog: `/Outlines<</First ${OTHERS} 0 R>>`,
      others: [`<</Title(a)/Prev ${OTHERS + 1} 0 R>>`, `<</Title(b)/A${script}>>`],
    },
    "JavaScript",
  ],
  [
    "a bookmark written inside its parent",
    { widgets: [], catalog: `/Outlines<</First<</Title(a)/A${script}>>>>` },
    "JavaScript",
  ],
  ["bookmark 50,001 @exhaustive", manyBookmarks(50_001), "JavaScript"],
  [
    "a script in a stream's dictionary",
    { widgets: [], page: `/Contents ${OTHERS} 0 R`, others: [stream(`/PieceInfo<</X${script}>>`, "0 g")] },
    "JavaScript",
  ],
  [
    "a hidden button with actions",
    { widgets: [`/FT/Btn/F 2/T(b)/Rect[0 0 9 9]/A${script}/AA<</E${script}>>`] },
    "JavaScript",
  ],
  ...["RichMedia", "Screen", "Movie", "Sound", "3D"].map((type): [string, FormParts, string] => [
    `a ${type} annotation`,
    {
      widgets: [
        `/Subtype/${type}/Rect[0 0 9 9]/Movie<<>>/Sound 5 0 R/3DD<</OnInstantiate 5 0 R>>/RichMediaContent<</Configurations[]>>/AA<</PO<</S/Rendition/JS(1)>>>>`,
      ],
    },
    "RichMedia",
  ]),
];

describe("after ingesting an unsigned file, the only reachable actions move the view", () => {
  test.each(constructs)("%s", (_what, parts, kind) => {
    const { bytes, removed } = kept(parts);
    expect(activeDictionaries(bytes)).toEqual([]);
    expect(removed).toEqual(expect.arrayContaining([kind]));
  });

  test("keeps a link, a destination, resources called A, AA and Next, and a structure type called Sound byte for byte", () => {
    const before = formPdf({
      widgets: [link("<</S/URI/URI(https://x.test)>>"), link("<</S/GoTo/D[3 0 R/Fit]>>")],
      page: `/Resources<</Font<</A ${OTHERS} 0 R/AA ${OTHERS} 0 R/Next ${OTHERS} 0 R/T ${OTHERS} 0 R>>/ExtGState<</AA<</SMask<</S/Luminosity>>>>>>>>`,
      catalog: `/StructTreeRoot ${OTHERS + 1} 0 R/OpenAction<</S/GoTo/D[3 0 R/Fit]>>`,
      others: [
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        `<</Type/StructTreeRoot/K ${OTHERS + 2} 0 R>>`,
        `<</S/Sound/P ${OTHERS + 1} 0 R/A[<</O/Layout/Placement/Block>>]/K 0>>`,
      ],
    });
    const { bytes } = kept(
      before.toString("latin1").includes("/Fields[5 0 R")
        ? Buffer.from(before.toString("latin1").replace("/Fields[5 0 R 6 0 R]", "/Fields[           ]"), "latin1")
        : before,
    );
    expect(bytes.length).toBe(before.length);
  });

  test("keeps a passive action without its chained actions", () => {
    const { bytes } = kept({ widgets: [link(`<</S/URI/URI(https://x.test)/Next${script}>>`)] });
    const document = PdfDocument.open(fromBuffer(bytes));
    const annotation = document.load(5);
    const action =
      annotation?.value.kind === "dict" ? document.dict(annotation.value.entries.get("A"), annotation.bytes) : null;
    expect([...(action?.value.entries.keys() ?? [])]).toEqual(["S", "URI"]);
  });

  test.each([
    ["/A", `/Subtype/Link/Rect[1 1 9 9]/A${script}/A<</S/URI/URI(https://x.test)>>`],
    ["/S", link("<</S/JavaScript/JS(1)/S/URI/URI(https://x.test)>>")],
  ])(
    "%s with a duplicate key is rewritten before actions are searched, so that all readers agree on it",
    (_key, widget) => {
      const bytes = formPdf({ widgets: [widget] });
      expect(ingestUpload(fromBuffer(bytes), "uploaded")).toEqual({ kind: "rewrite" });
      const written = canonicalBytes(bytes);
      expect(ingestUpload(fromBuffer(written), "rewritten")).toMatchObject({ kind: "ready" });
      expect(written.toString("latin1")).not.toContain("/JavaScript");
    },
  );

  test("60 random files of owners, paths and actions @exhaustive", () => {
    const seed = 20261122;
    const random = seeded(seed);
    for (let round = 0; round < 60; round += 1) {
      const bytes = formPdf(randomParts(random));
      expect(activeDictionaries(kept(bytes).bytes), `seed ${seed}, round ${round}`).toEqual([]);
    }
  });
});

test("lists the same content in a signed file and keeps it", () => {
  const signature = "<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange[0 10 20 30]/Contents<30820000>>>";
  const bytes = formPdf({
    widgets: [
      `/FT/Sig/T(s)/Rect[0 0 9 9]/V ${OTHERS} 0 R`,
      link(`<</S/GoTo/D[3 0 R/Fit]/Next[${script}]>>`),
      "/Subtype/3D/Rect[0 0 9 9]",
    ],
    catalog: "/Collection<<>>",
    others: [signature],
  });
  expect(ingestUpload(fromBuffer(bytes), "uploaded")).toMatchObject({
    alreadySigned: true,
    activeContent: ["JavaScript", "Portfolio", "RichMedia"],
    frozen: null,
  });
});

function manyBookmarks(count: number): Buffer {
  const first = 5;
  const items = Array.from(
    { length: count },
    (_, i) => `<</Title(a)${i + 1 < count ? `/Next ${first + i + 1} 0 R` : `/A${script}`}>>`,
  );
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>",
    `<</First ${first} 0 R>>`,
    ...items,
  ]);
}

function randomParts(random: ReturnType<typeof seeded>): FormParts {
  const actions = [
    script,
    "<</S/Launch/F(x)>>",
    "<</S/URI/URI(https://x.test)>>",
    "<</S/SubmitForm/F(https://x.test)>>",
    "<</S/Unheard#20of>>",
    "<</S/GoTo/D[3 0 R/Fit]>>",
  ];
  const others: string[] = [];
  const add = (body: string): string => {
    others.push(body);
    return `${OTHERS - 1 + others.length} 0 R`;
  };
  const action = (depth: number): string => {
    const own = pick(random, actions);
    const chained =
      depth > 3 || random() < 0.4
        ? own
        : `${own.slice(0, -2)}/Next${random() < 0.5 ? ` ${action(depth + 1)}` : `[${action(depth + 1)} ${action(depth + 1)}]`}>>`;
    return random() < 0.5 ? add(chained) : chained;
  };
  const owners: (() => Partial<FormParts>)[] = [
    () => ({ catalog: `/OpenAction ${action(0)}` }),
    () => ({ catalog: `/Names<</JavaScript<</Names[(a) ${action(0)}]>>>>` }),
    () => ({ catalog: `/Outlines<</Last<</Title(a)/A ${action(0)}>>>>` }),
    () => ({ page: `/AA<</O ${action(0)}>>` }),
    () => ({ widgets: [link(action(0))] }),
    () => ({ widgets: [`/FT/Tx/T(a)/Rect[0 0 9 9]/AA<</K ${action(0)}/F ${action(0)}>>`] }),
    () => ({ catalog: `/Dests<</a<</D[3 0 R/Fit]/A ${action(0)}>>>>` }),
    () => ({ widgets: [`/Subtype/Screen/Rect[0 0 9 9]/A ${action(0)}`] }),
  ];
  const parts = { widgets: [], ...pick(random, owners)(), ...pick(random, owners)() };
  return { ...parts, others };
}

function pick<T>(random: () => number, choices: readonly T[]): T {
  return present(choices[Math.floor(random() * choices.length)]);
}
