import type { BrokenCondition } from "@/lib/requests/schema";
import type { FileWire } from "@/lib/views/schema";

/** Open items of a draft before it can be sent. */
export type ReviewItem =
  | { kind: "signers_missing" | "deadline_past" }
  | { kind: "box_missing"; signRequestId: number; name: string }
  | { kind: "condition_broken"; fieldId: number; name: string | null; page: number };

type Reviewed = Pick<FileWire, "expiresAt"> & {
  signers: readonly Pick<FileWire["signers"][number], "signRequestId" | "displayName" | "role" | "visibleElements">[];
};

/** Fields that show a signature. A signer without any would sign without a visible mark. */
const shown = new Set(["signature", "initial"]);

export function reviewItems(
  { signers, expiresAt }: Reviewed,
  now: Date,
  conditions: readonly BrokenCondition[] = [],
): ReviewItem[] {
  const signing = signers.filter(({ role }) => role === "signer");
  if (signing.length === 0) return [{ kind: "signers_missing" }];
  const bare = signing.filter((signer) => !signer.visibleElements.some(({ type }) => shown.has(type)));
  return [
    ...bare.map(({ signRequestId, displayName }) => ({
      kind: "box_missing" as const,
      signRequestId,
      name: displayName,
    })),
    ...conditions.map((condition) => ({ kind: "condition_broken" as const, ...condition })),
    ...(expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? [{ kind: "deadline_past" as const }] : []),
  ];
}

/** Whether an item blocks sending. The requester may accept a signer without a visible mark. */
export function holdsUp(item: ReviewItem, accepted: ReadonlySet<number>): boolean {
  return item.kind !== "box_missing" || !accepted.has(item.signRequestId);
}
