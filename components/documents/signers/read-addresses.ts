export interface NamedAddress {
  name: string;
  email: string;
}

const inBrackets = /^(.*?)<([^<>]*)>$/s;
const quotes = /^["'“”„‘’]+|["'“”„‘’]+$/g;

/**
 * Reads a pasted list such as `Ana Silva <ana@x.org>, bo@x.org`, or lines from a spreadsheet in which the cells beside an address are the name. Commas inside
 * quotes belong to the name. Text without an address is returned as an address, so that nothing gets lost silently.
 */
export function readAddresses(text: string): NamedAddress[] {
  const lines = text
    .split(/[\r\n]+/)
    .map(cellsOf)
    .filter((cells) => cells.length > 0);
  return (isTable(lines) ? lines.slice(1) : lines).flatMap(peopleIn);
}

/** Whether pasted text is more than one bare address, which would go into its field unchanged. */
export function isAddressList(text: string): boolean {
  const found = readAddresses(text);
  return found.length > 1 || found.some(({ name }) => name !== "");
}

function cellsOf(line: string): string[] {
  return (line.match(/(?:"[^"]*"|[^,;\t"])+/g) ?? []).map((cell) => cell.trim()).filter((cell) => cell !== "");
}

/** Whether the first line holds column names. */
function isTable([head, ...rest]: readonly string[][]): boolean {
  return (
    head !== undefined && head.length > 1 && !head.some(holdsAddress) && rest.some((cells) => cells.some(holdsAddress))
  );
}

function holdsAddress(cell: string): boolean {
  return cell.includes("@");
}

function peopleIn(cells: string[]): NamedAddress[] {
  if (!cells.some(holdsAddress)) return cells.map((cell) => ({ name: "", email: cell }));
  const people: NamedAddress[] = [];
  let waiting: string[] = [];
  for (const cell of cells) {
    if (!holdsAddress(cell)) {
      waiting.push(unquoted(cell));
      continue;
    }
    const { name, email } = readAddress(cell);
    // Some mail programs write a person as `Silva, Ana <ana@x.org>`.
    people.push({ name: [waiting.join(" "), name].filter((part) => part !== "").join(", "), email });
    waiting = [];
  }
  const [only] = people;
  return only && people.length === 1 && only.name === "" ? [{ ...only, name: waiting.join(" ") }] : people;
}

function readAddress(cell: string): NamedAddress {
  const [, name, email] = inBrackets.exec(cell) ?? [];
  if (name !== undefined && email !== undefined) return { name: unquoted(name), email: bare(email) };
  const words = cell.split(/\s+/);
  const address = words.filter(holdsAddress);
  if (address.length !== 1) return { name: "", email: bare(cell) };
  return { name: unquoted(words.filter((word) => !holdsAddress(word)).join(" ")), email: bare(address[0] ?? "") };
}

function unquoted(text: string): string {
  return text.trim().replace(quotes, "").trim();
}

function bare(address: string): string {
  return address.trim().replace(/^mailto:/i, "");
}
