export interface QuickstartStep {
  title: string;
  /** The paragraphs above the block, as plain text. */
  text: string;
  code: string;
}

const fence = "```";

/** Steps of docs/quickstart.md: a second-level heading, text, and one shell block each. */
export function readSteps(markdown: string): QuickstartStep[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...rest] = part.split("\n");
      const [text = "", code = ""] = rest.join("\n").split(new RegExp(`${fence}(?:sh)?\n?`));
      return { title: title.trim(), text: text.trim().replaceAll(/\s+/g, " "), code: code.trimEnd() };
    });
}

/** Inserts actual values where a block sets a default, `: "${BASE:=…}"`. The block stays runnable. */
export function withValues(code: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce(
    (filled, [name, value]) =>
      filled.replace(
        new RegExp(`^: "\\$\\{${name}:=.*\\}"$`, "m"),
        () => `${name}='${value.replaceAll("'", "'\\''")}'`,
      ),
    code,
  );
}

/** Replaces the call that creates a token by a known token. */
export function withToken(step: QuickstartStep, token: string): QuickstartStep {
  return step.code.startsWith("TOKEN=") ? { ...step, code: `TOKEN=${token}` } : step;
}
