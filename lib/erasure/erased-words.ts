/** What stands where the person's name was. */
export const erasedName = "Erased person";

/** An address that no mail can go to (RFC 2606) and that is nobody's. Not to be told apart by anything but the number of the row. */
export function erasedAddress(kind: "account" | "signer", id: number): string {
  return `erased-${kind}-${id}@erased.invalid`;
}
