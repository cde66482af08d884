import { attachmentTypes, type AttachmentRequest } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { violationAt, type Violation } from "@/lib/platform/errors";
import type { AttachmentRequestInput, AttachmentRequestWire } from "./schema";

/** The maximum size of a file if the requester gives none. */
const usualBytes = 10 * 1024 * 1024;

/** Violations for duplicate labels and for sizes over the instance's limit. `pointer` points at the list. */
export function attachmentViolations(
  { limits }: Pick<Ctx, "limits">,
  given: readonly AttachmentRequestInput[],
  pointer: string,
): Violation[] {
  const labels = new Set<string>();
  return given.flatMap(({ label, maxBytes }, index): Violation[] => {
    const at = `${pointer}/${index}`;
    const isRepeated = labels.has(label);
    labels.add(label);
    return [
      ...(isRepeated ? [violationAt(`${at}/label`, "duplicate", (member) => `${member} is a duplicate`)] : []),
      ...(maxBytes !== undefined && maxBytes > limits.attachmentBytes
        ? [
            violationAt(
              `${at}/maxBytes`,
              "too_big",
              (member) => `${member} is at most ${limits.attachmentBytes}`,
              limits.attachmentBytes,
            ),
          ]
        : []),
    ];
  });
}

/**
 * The requests with defaults and ids. A request whose label existed before keeps its id, and so the files already added
 * for it.
 */
export function numberAttachmentRequests(
  given: readonly AttachmentRequestInput[],
  before: readonly AttachmentRequest[],
): AttachmentRequest[] {
  let next = Math.max(0, ...before.map(({ id }) => id)) + 1;
  return given.map(({ label, help, required, types, maxBytes, maxCount }) => ({
    id: before.find((request) => request.label === label)?.id ?? next++,
    label,
    help: help || null,
    required: required ?? true,
    types: attachmentTypes.filter((type) => types?.includes(type) ?? true),
    maxBytes: maxBytes ?? usualBytes,
    maxCount: maxCount ?? 1,
  }));
}

/** Members in the order of the schema: JSON from the database has a different order. */
export function toAttachmentRequestWire(request: AttachmentRequest): AttachmentRequestWire {
  const { id, label, help, required, types, maxBytes, maxCount } = request;
  return { id, label, help, required, types, maxBytes, maxCount };
}
