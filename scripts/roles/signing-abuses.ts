import type { Abuse } from "./abuse";
import { addField } from "./sign-late";

const group = "permits: later signatures and timestamps";
const words = "0.5 g 0 0 200 200 re f";

/** Revisions with a signature or a timestamp that verifies. What they draw lies in their own field. */
export const signingAbuses: readonly Abuse[] = [
  {
    group,
    name: "a stranger signs a field over the text",
    mustWarn: true,
    apply: (bytes, party) =>
      addField(bytes, { signer: party.stranger, entries: "/F 4/Rect[15 345 195 395]", drawing: words }),
  },
  {
    group,
    name: "a stranger signs a field without area, drawn over the page",
    apply: (bytes, party) =>
      addField(bytes, {
        signer: party.stranger,
        entries: "/F 4/Rect[0 0 0 0]/MK<</BG[0 0 0]/BC[0 0 0]>>/BS<</W 400>>",
        drawing: words,
      }),
  },
  {
    group,
    name: "a stranger signs a field of a point with a wide border",
    apply: (bytes, party) =>
      addField(bytes, {
        signer: party.stranger,
        entries: "/F 4/Rect[100 300 101 301]/MK<</BG[0 0 0]/BC[0 0 0]>>/BS<</W 400>>",
        drawing: null,
      }),
  },
  {
    group,
    name: "a document timestamp shows a drawing",
    apply: (bytes, party) =>
      addField(bytes, { stampedBy: party.world, entries: "/F 4/Rect[15 345 195 395]", drawing: words }),
    mustWarn: true,
  },
  {
    group,
    name: "a document timestamp has a background",
    apply: (bytes, party) =>
      addField(bytes, { stampedBy: party.world, entries: "/F 4/Rect[15 345 195 395]/MK<</BG[0 0 0]>>", drawing: null }),
    mustWarn: true,
  },
  {
    group,
    name: "a document timestamp is added",
    isHonest: true,
    apply: (bytes, party) =>
      addField(bytes, { stampedBy: party.world, entries: "/F 132/Rect[0 0 0 0]", drawing: null }),
  },
];
