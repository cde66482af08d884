import type { DemoName } from "./people";

interface DemoDocument {
  name: string;
  signers: readonly DemoName[];
  /** What happens to it, in this order, after its boxes are placed; nothing leaves a draft. */
  then: readonly (
    { act: "release" } | { act: "sign"; by: DemoName } | { act: "decline"; by: DemoName; reason: string }
  )[];
}

/** One document in each state, the one that is the newcomer's to sign last, so that it stands on top. */
export const demoDocuments: readonly DemoDocument[] = [
  {
    name: "Lease, flat 1A (declined)",
    signers: ["bo"],
    then: [
      { act: "release" },
      { act: "decline", by: "bo", reason: "The deposit is one month’s rent, not two. Please change clause 3." },
    ],
  },
  {
    name: "Lease, flat 2B (completed)",
    signers: ["ana", "carla"],
    then: [{ act: "release" }, { act: "sign", by: "ana" }, { act: "sign", by: "carla" }],
  },
  {
    name: "Lease, flat 3C (one of two signed)",
    signers: ["ana", "bo"],
    then: [{ act: "release" }, { act: "sign", by: "ana" }],
  },
  { name: "Lease, flat 4D (draft)", signers: ["ana", "bo"], then: [] },
  { name: "Lease, flat 5E (yours to sign)", signers: ["demo"], then: [{ act: "release" }] },
];

/** Points on page 2 of the sample lease: above the landlord's line, and above the tenant's. */
export const signatureBoxes = [
  { page: 2, left: 78, top: 553, width: 190, height: 52 },
  { page: 2, left: 320, top: 553, width: 190, height: 52 },
] as const;
