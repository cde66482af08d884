export interface NamedAddress {
  name: string;
  email: string;
}

const inBrackets = /^(.*?)<([^<>]*)>$/s;
const quotes = /^["'“”„‘’]+|["'“”„‘’]+$/g;

/** The people in a pasted list such as `Ana Silva <ana@x.org>, bo@x.org`; commas inside quotes belong to the name. */
export function readAddresses(text: string): NamedAddress[] {
  const parts = text.match(/(?:"[^"]*"|[^,;\n\r\t"])+/g) ?? [];
  return parts.map(readAddress).filter(({ email }) => email !== "");
}

function readAddress(part: string): NamedAddress {
  const given = part.trim();
  const [, name, email] = inBrackets.exec(given) ?? [];
  if (name === undefined || email === undefined) return { name: "", email: given.replace(/^mailto:/i, "") };
  return { name: name.trim().replace(quotes, "").trim(), email: email.trim().replace(/^mailto:/i, "") };
}

/** Whether a pasted text is more than one bare address, which would simply go into its field. */
export function isAddressList(text: string): boolean {
  const found = readAddresses(text);
  return found.length > 1 || found.some(({ name }) => name !== "");
}
