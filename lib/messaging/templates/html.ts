/** Markup that may stand in a mail as it is. Only `html` makes it. */
export class SafeHtml {
  constructor(readonly markup: string) {}
}

type Value = string | SafeHtml | readonly SafeHtml[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Tagged template: whatever is put in is text, unless it came out of `html` itself. Safe between tags and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): SafeHtml {
  return new SafeHtml(parts.map((part, index) => part + markupOf(values[index] ?? "")).join(""));
}

function markupOf(value: Value): string {
  if (typeof value === "string") {
    return value.replace(/[&<>"']/g, (character) => entities[character] ?? "");
  }
  return value instanceof SafeHtml ? value.markup : value.map((part) => part.markup).join("");
}
