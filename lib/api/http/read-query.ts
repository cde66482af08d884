import { z, type ZodType } from "zod";
import { DomainError, invalid, type Violation } from "@/lib/platform/errors";
import { isPlainText } from "./strict-json";
import { validationFailed } from "./violations";

/** The query parsed by the operation's schema. Unknown parameters are `422`, so that a misspelt filter is noticed. */
export function readQuery(schema: ZodType | undefined, url: URL): unknown {
  const given = gather(url.searchParams);
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unknownParameters(unknown);
  if (!schema) return {};
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw validationFailed(parsed.error.issues, given, ["query"]);
  return parsed.data;
}

/** One value as text, several as a list. */
function gather(parameters: URLSearchParams): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    if (!values.every(isPlainText)) throw invalid("/query", "text_invalid", "A query parameter holds U+0000");
    given[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return given;
}

function unknownParameters(names: string[]): DomainError {
  const violations = names.map((name): Violation => ({
    pointer: `/query/${name}`,
    code: "unknown_parameter",
    detail: `The query parameter ${name} is not known here`,
  }));
  return new DomainError("validation_failed", {
    violations,
    ...(violations[0] ? { detail: violations[0].detail } : {}),
  });
}
