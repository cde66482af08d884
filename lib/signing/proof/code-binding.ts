/** The HMAC input for a code: a code is valid for one purpose, one signing request and one preparation only. */
export function codeBinding(
  code: string,
  bound: { purpose: string; signRequestId: number; preparation: number },
): string {
  return `${bound.purpose}\n${bound.signRequestId}\n${bound.preparation}\n${code}`;
}

/** The HMAC input for a recipient. It includes the request, so that equal numbers cannot be recognised across requests. */
export function recipientBinding(to: string, bound: { channel: string; signRequestId: number }): string {
  return `recipient\n${bound.channel}\n${bound.signRequestId}\n${to}`;
}
