/**
 * The parameters and tags of a message: `name`, `count:plural`, `state:select(draft|sent)` and `<link>`, sorted. Two
 * languages of one message must have the same. Plural options depend on the language and are omitted, except for the
 * parts within them. Throws for an invalid ICU message.
 */
export function shapeOf(message: string): string[] {
  const found = new Set<string>();
  const end = readText(message, 0, found, 0);
  if (end !== message.length) throw new Error(`a brace too many at ${end} of: ${message}`);
  return [...found].sort();
}

function readText(message: string, start: number, found: Set<string>, depth: number): number {
  let index = start;
  while (index < message.length) {
    const character = message[index];
    if (character === "}" && depth > 0) return index;
    if (character === "'" && /[{}<]/.test(message[index + 1] ?? ""))
      throw new Error(`an apostrophe that quotes, at ${index} of: ${message}`);
    if (character === "{") index = readArgument(message, index, found, depth);
    else if (character === "}") return index;
    else {
      const tag = /^<(\w+)>/.exec(message.slice(index));
      if (tag) found.add(`<${tag[1] ?? ""}>`);
      index += 1;
    }
  }
  return index;
}

const head = /^\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?/;

function readArgument(message: string, start: number, found: Set<string>, depth: number): number {
  const parts = head.exec(message.slice(start));
  if (!parts) throw new Error(`no argument at ${start} of: ${message}`);
  const [whole, name = "", type] = parts;
  const index = start + whole.length;
  if (type === undefined) return closed(message, index, () => found.add(name));
  if (type !== "plural" && type !== "select" && type !== "selectordinal") {
    found.add(`${name}:${type}`);
    return message.indexOf("}", index) + 1 || fail(message);
  }
  const { end, options } = readOptions(message, index, found, depth);
  if (!options.includes("other")) throw new Error(`no "other" in: ${message}`);
  found.add(type === "select" ? `${name}:select(${options.sort().join("|")})` : `${name}:${type}`);
  return end;
}

function readOptions(
  message: string,
  start: number,
  found: Set<string>,
  depth: number,
): { end: number; options: string[] } {
  const options: string[] = [];
  let index = start;
  for (;;) {
    const option = /^[\s,]*(=?\w+)\s*\{/.exec(message.slice(index));
    if (!option) break;
    options.push(option[1] ?? "");
    index = readText(message, index + option[0].length, found, depth + 1) + 1;
  }
  return {
    options,
    end: closed(message, index + (/^\s*/.exec(message.slice(index))?.[0].length ?? 0), () => undefined),
  };
}

function closed(message: string, index: number, then: () => unknown): number {
  if (message[index] !== "}") fail(message);
  then();
  return index + 1;
}

function fail(message: string): never {
  throw new Error(`an open brace in: ${message}`);
}
