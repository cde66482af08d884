/**
 * The mailbox that an address most likely leads to: without what follows a plus sign, which many providers ignore (RFC 5233). Only for counting mails, so
 * that nobody floods a mailbox by as many addresses as they like. Telephone numbers and chats stay as they are.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const plus = address.indexOf("+");
  return at < 0 || plus < 1 || plus > at ? address : `${address.slice(0, plus)}${address.slice(at)}`;
}
