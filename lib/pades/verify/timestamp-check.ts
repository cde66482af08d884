import type { CheckedSignature } from "@/lib/pades/verify/check-signature";
import type { TimestampCheck } from "@/lib/pades/verify/difference/review";
import type { ReadSignature } from "@/lib/pades/verify/read-signature";

/**
 * Says of a field of the final file whether it holds a document timestamp (ETSI EN 319 142-1, 5.4.3) that verifies: its ByteRange is sound, the
 * token is signed by a certificate for timestamping, and its imprint is that of the bytes it covers. Trust in the authority is not asked.
 */
export function timestampCheck(
  signatures: readonly { read: ReadSignature; checked: CheckedSignature }[],
): TimestampCheck {
  const verified = new Set<number>();
  for (const { read, checked } of signatures) {
    const { signature, findings } = read;
    const isSound =
      findings.invalid.length === 0 && findings.unsupported.length === 0 && checked.cms.status === "valid";
    const isStamp =
      signature.isTimestamp && !signature.isFormer && checked.tokens.some(({ outcome }) => outcome.status === "valid");
    if (isStamp && isSound && signature.fieldNum !== null) {
      verified.add(signature.fieldNum);
    }
  }
  return ({ object }) => object.num !== null && verified.has(object.num);
}
