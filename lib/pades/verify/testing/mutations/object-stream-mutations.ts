import { editDict } from "@/lib/pdf/revision";
import { sliceOf } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { holderMutations } from "./holder-mutations";
import { missing, Target, type Mutation } from "./mutation";
import {
  forgedPage,
  holderEntries,
  holderOf,
  inOrder,
  orderNames,
  orders,
  packed,
  packedRevision,
  paint,
  paintOf,
  spareOf,
  truePage,
  type Slot,
  type StreamRow,
} from "./packed-revision";
import { sectionMutations } from "./section-mutations";

/** One object stream, all of whose objects are listed. */
function replacing(what: string, make: (target: Target) => readonly Slot[]): Mutation {
  return packed(`${what} in an object stream`, (target) => ({
    holders: [{ num: holderOf(target), slots: make(target) }],
    plain: [paint(target)],
  }));
}

const widgetOf = (target: Target) => target.field(({ type }) => type === "Sig").object;
const contentsOf = (target: Target): number => {
  const contents = target.page.value.entries.get("Contents");
  return contents?.kind === "ref" ? contents.num : missing("a content stream");
};
const rectOf = "/Rect[10 80 280 320]";

const replaced: Mutation[] = [
  replacing("a page with another content", (target) => [forgedPage(target)]),
  replacing("a page with another rotation", (target) => [[target.page.num, editDict(target.page, { Rotate: "90" })]]),
  replacing("an array of drawings in place of a page's content", (target) => [
    [contentsOf(target), `[${pdfRef(paintOf(target))}]`],
  ]),
  replacing("a dictionary in place of a page's content", (target) => [[contentsOf(target), "<</Length 0>>"]]),
  replacing("a null in place of a page's content", (target) => [[contentsOf(target), "null"]]),
  replacing("a catalog with other pages", (target) => [
    [target.catalog.num, editDict(target.catalog, { Pages: pdfRef(spareOf(target)) })],
    [spareOf(target), `<</Type/Pages/Count 1/Kids[${pdfRef(spareOf(target, 1))}]>>`],
    [spareOf(target, 1), editDict(target.page, { Parent: pdfRef(spareOf(target)), Contents: pdfRef(paintOf(target)) })],
  ]),
  replacing("a page tree with other pages", (target) => {
    const root = target.catalog.value.entries.get("Pages");
    const num = root?.kind === "ref" ? root.num : missing("a page tree");
    return [
      [num, `<</Type/Pages/Count 1/Kids[${pdfRef(spareOf(target))}]>>`],
      [spareOf(target), editDict(target.page, { Contents: pdfRef(paintOf(target)) })],
    ];
  }),
  replacing("a signature field with a background", (target) => {
    const field = widgetOf(target);
    return [
      [
        field.num,
        editDict(
          { ...field, gen: 0 },
          { MK: "<</BG[0 0 0]/BC[0 0 0]>>", BS: "<</W 40>>", F: "4", Rect: "[10 80 280 320]" },
        ),
      ],
    ];
  }),
  replacing("a signature field with another appearance", (target) => {
    const field = widgetOf(target);
    return [
      [
        field.num,
        editDict({ ...field, gen: 0 }, { AP: `<</N ${pdfRef(paintOf(target))}>>`, F: "4", Rect: "[10 80 280 320]" }),
      ],
    ];
  }),
  replacing("a new annotation", (target) => [
    [
      target.page.num,
      editDict(target.page, {
        Annots: `[${[...target.items(target.page, "Annots"), pdfRef(spareOf(target))].join(" ")}]`,
      }),
    ],
    [spareOf(target), `<</Type/Annot/Subtype/Square/F 4/IC[0 0 0]/C[0 0 0]${rectOf}>>`],
  ]),
  replacing("a security store that names a page, and the page,", (target) => [
    [target.catalog.num, editDict(target.catalog, { DSS: pdfRef(spareOf(target)) })],
    [spareOf(target), `<</Type/DSS/VRI<</AAAA ${pdfRef(target.page.num)}>>/Certs[${pdfRef(target.page.num)}]>>`],
    forgedPage(target),
  ]),
  replacing("the resources of a page", (target) => {
    const resources = target.page.value.entries.get("Resources");
    return resources?.kind === "ref"
      ? [[resources.num, "<<>>"]]
      : [[target.page.num, editDict(target.page, { Resources: "<<>>" })]];
  }),
  replacing("a signature dictionary", (target) => {
    const value = widgetOf(target).value.entries.get("V");
    const dict = value?.kind === "ref" ? target.object(value.num) : missing("a signature of its own");
    return [[dict.num, sliceOf(dict.bytes, dict.value).toString("latin1")]];
  }),
  {
    name: "an object stream of the signed revision is rewritten with another page",
    apply: (bytes) => forgeHolder(bytes, "forged"),
  },
  {
    name: "an object stream of the signed revision is freed",
    apply: (bytes) => forgeHolder(bytes, "freed"),
  },
];

function forgeHolder(bytes: Buffer, how: "forged" | "freed"): Buffer {
  const target = new Target(bytes);
  const { document } = target;
  const isPacked = (num: number): boolean => document.entry(num)?.type === "compressed";
  const numbers = Array.from({ length: document.maxObjectNumber }, (_, index) => index + 1);
  const page = target.pages.find(({ object }) => isPacked(object.num))?.object;
  const victim = page?.num ?? numbers.find(isPacked) ?? missing("an object stream");
  const forged = page ? editDict(page, { Contents: pdfRef(paintOf(target)) }) : "null";
  const num = document.entry(victim)?.offset ?? 0;
  const { slots, bytes: data } = document.objectStream(num);
  const copied = slots.map((slot, index): Slot => [
    slot.num,
    slot.num === victim
      ? forged
      : data.toString("latin1", slot.offset, slots[index + 1]?.offset ?? data.length).trimEnd(),
  ]);
  return packedRevision(
    target,
    how === "freed"
      ? { plain: [[spareOf(target), "null"]], rows: (rows) => [[num, 0, 0, 1], ...rows] }
      : {
          holders: [{ num, slots: copied }],
          plain: [paint(target)],
          rows: (rows) => rows.filter(([, type]) => type !== 2),
        },
  );
}

const extended: Mutation[] = orders.flatMap((order) => [
  packed(`a page occurs in an object stream and in the one that it extends, ${orderNames[order]}`, (target) => {
    const [one, other] = inOrder(target, order);
    const [first, second] = [holderOf(target), spareOf(target)];
    return {
      holders: [
        { num: second, slots: [other] },
        { num: first, slots: [one], dict: (fitting) => `${holderEntries(fitting)}/Extends ${pdfRef(second)}` },
      ],
      plain: [paint(target)],
      rows: (rows) => rows.filter(([num, type, holder]) => num !== target.page.num || type !== 2 || holder === first),
    };
  }),
  packed(`a page occurs only in the object stream that its own extends, ${orderNames[order]}`, (target) => {
    const [one] = inOrder(target, order);
    const [first, second] = [holderOf(target), spareOf(target)];
    return {
      holders: [
        { num: second, slots: [one] },
        {
          num: first,
          slots: [[spareOf(target, 1), "null"]],
          dict: (fitting) => `${holderEntries(fitting)}/Extends ${pdfRef(second)}`,
        },
      ],
      plain: [paint(target)],
      rows: (rows) => rows.map((row): StreamRow => (row[1] === 2 ? [row[0], 2, first, row[3]] : row)),
    };
  }),
  packed(`a page occurs in two object streams, ${orderNames[order]} listed`, (target) => {
    const [one, other] = inOrder(target, order);
    return {
      holders: [
        { num: holderOf(target), slots: [one] },
        { num: spareOf(target), slots: [other, [spareOf(target, 1), "null"]] },
      ],
      plain: [paint(target)],
      rows: (rows) => rows.filter(([num, , holder]) => num !== target.page.num || holder === holderOf(target)),
    };
  }),
  packed(`a page occurs in an object stream and outside of it, ${orderNames[order]} listed`, (target) => {
    const [one, other] = inOrder(target, order);
    return {
      holders: [{ num: holderOf(target), slots: [one] }],
      plain: [paint(target), other],
      rows: (rows) => rows.filter(([num, type]) => num !== target.page.num || type === 2),
    };
  }),
  packed(`a page occurs outside of an object stream and in it, ${orderNames[order]} listed`, (target) => {
    const [one, other] = inOrder(target, order);
    return {
      holders: [{ num: holderOf(target), slots: [other] }],
      plain: [paint(target), one],
      rows: (rows) => rows.filter(([num, type]) => num !== target.page.num || type === 1),
    };
  }),
]);

/** Headers and bodies. */
const headers: Mutation[] = [
  packed("a page's offset is cut by /First", (target) => {
    // Read to its last digit it is 10 times as large as within /First.
    const [, whole] = truePage(target);
    const [, other] = forgedPage(target);
    const far = 10 * (whole.length + 10);
    const header = `${target.page.num} ${far}`;
    const first = header.length - 1;
    const near = far / 10;
    const body = `${" ".repeat(near - 1)}${whole}`;
    return {
      holders: [
        {
          num: holderOf(target),
          slots: [[target.page.num, `${body.padEnd(far - 1)}${other}`]],
          header,
          dict: () => `/Type/ObjStm/N 1/First ${first}`,
        },
      ],
      plain: [paint(target)],
    };
  }),
  packed("a forged page's offset is cut by /First", (target) => {
    const [, whole] = forgedPage(target);
    const [, other] = truePage(target);
    const far = 10 * (whole.length + 10);
    const header = `${target.page.num} ${far}`;
    const body = `${" ".repeat(far / 10 - 1)}${whole}`;
    return {
      holders: [
        {
          num: holderOf(target),
          slots: [[target.page.num, `${body.padEnd(far - 1)}${other}`]],
          header,
          dict: () => `/Type/ObjStm/N 1/First ${header.length - 1}`,
        },
      ],
      plain: [paint(target)],
    };
  }),
  ...orders.flatMap((order) => [
    packed(`the second of two pairs exceeds /N, ${orderNames[order]}`, (target) => {
      const [one, other] = inOrder(target, order);
      return {
        holders: [
          { num: holderOf(target), slots: [one, other], dict: ({ first }) => `/Type/ObjStm/N 1/First ${first}` },
        ],
        plain: [paint(target)],
        rows: (rows) => rows.filter(([num, type, , index]) => num !== target.page.num || type !== 2 || index === 0),
      };
    }),
    packed(`/First points after the first body, ${orderNames[order]}`, (target) => {
      const [one, other] = inOrder(target, order);
      const header = `${target.page.num} 0 `;
      return {
        holders: [
          {
            num: holderOf(target),
            slots: [[target.page.num, `${one[1]} ${other[1]}`]],
            header,
            dict: () => `/Type/ObjStm/N 1/First ${header.length + one[1].length + 1}`,
          },
        ],
        plain: [paint(target)],
      };
    }),
    packed(`a comment in the header hides a pair, ${orderNames[order]}`, (target) => {
      const [one, other] = inOrder(target, order);
      return {
        holders: [
          {
            num: holderOf(target),
            slots: [[target.page.num, `${one[1]} ${other[1]}`]],
            header: `%${target.page.num} 0\n${target.page.num} ${one[1].length + 1} `,
          },
        ],
        plain: [paint(target)],
      };
    }),
    packed(`a page is followed by another one, ${orderNames[order]}`, (target) => {
      const [one, other] = inOrder(target, order);
      return {
        holders: [{ num: holderOf(target), slots: [[target.page.num, `${one[1]} ${other[1]}`]] }],
        plain: [paint(target)],
      };
    }),
    packed(`a page is written as a reference in an object stream, ${orderNames[order]}`, (target) => {
      const [one] = inOrder(target, order);
      return {
        holders: [
          {
            num: holderOf(target),
            slots: [
              [target.page.num, pdfRef(spareOf(target))],
              [spareOf(target), one[1]],
            ],
          },
        ],
        plain: [paint(target)],
      };
    }),
    packed(`a page is a whole object within an object stream, ${orderNames[order]}`, (target) => {
      const [one, other] = inOrder(target, order);
      return {
        holders: [
          {
            num: holderOf(target),
            slots: [[target.page.num, `${one[1]} endobj ${target.page.num} 0 obj ${other[1]}`]],
          },
        ],
        plain: [paint(target)],
      };
    }),
    packed(`a page overlaps the next object, ${orderNames[order]}`, (target) => {
      const [one, other] = inOrder(target, order);
      return {
        holders: [
          {
            num: holderOf(target),
            slots: [
              [target.page.num, one[1]],
              [spareOf(target), other[1]],
            ],
            header: `${target.page.num} 0 ${spareOf(target)} 2 `,
          },
        ],
        plain: [paint(target)],
      };
    }),
  ]),
  packed("a page's number begins with zeros in the header", (target) => ({
    holders: [{ num: holderOf(target), slots: [truePage(target)], header: `000${target.page.num} 00 ` }],
  })),
  packed("a page is in an object stream within an object stream", (target) => ({
    holders: [
      { num: spareOf(target), slots: [truePage(target)] },
      { num: holderOf(target), slots: [[spareOf(target), "<</Type/ObjStm/N 1/First 4>>"]] },
    ],
    rows: (rows) => rows.filter(([num, type]) => num !== spareOf(target) || type === 2),
  })),
  packed("a page is in an object stream of another generation", (target) => ({
    holders: [{ num: holderOf(target), gen: 1, slots: [truePage(target)] }],
  })),
  packed("a page is in an object stream whose entry has another generation", (target) => ({
    holders: [{ num: holderOf(target), slots: [truePage(target)] }],
    rows: (rows) => rows.map((row): StreamRow => (row[0] === holderOf(target) ? [row[0], 1, row[2], 3] : row)),
  })),
  packed("an object stream contains a stream", (target) => ({
    holders: [{ num: holderOf(target), slots: [[contentsOf(target), paint(target)[1]]] }],
  })),
];

/** Constructs that all programs read as they were signed, and that may stay green. */
const readAlike: ReadonlySet<string> = new Set([
  ...[
    "an escaped /Type",
    "/Extends itself",
    "/Extends nothing",
    "/Extends its section",
    "a filter that is an object",
    "an empty list of filters",
    "a null filter",
    "a /DL too small",
    "deflated data twice, the true one",
    "a predictor that does nothing, the true one",
  ].map((what) => `a page occurs in an object stream with ${what}`),
  "a page's number begins with zeros in the header",
  "fields of a section are six bytes wide",
  "indexes are not written",
  "the /Index has an empty range",
  "a section's own row is missing",
  "a section's rows go on behind their end",
  "a section's rows are deflated and cut short",
  "a section's rows have a predictor of an odd width",
  "a hybrid revision lists a compressed page in its stream alone, true first",
  "a hybrid revision lists its object stream in its stream alone, true first",
]);

/**
 * Later revisions of object streams and cross-reference streams that attack the signed content, or that programs read
 * in different ways.
 */
export const objectStreamMutations: readonly Mutation[] = [
  ...replaced,
  ...extended,
  ...holderMutations,
  ...headers,
  ...sectionMutations,
];

/** Mutations that must never stay green. */
export const objectStreamForgeries = objectStreamMutations.filter(({ name }) => !readAlike.has(name));
