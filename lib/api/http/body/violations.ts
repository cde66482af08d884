import type { core } from "zod";
import { DomainError, memberName, pointerStep, type Violation } from "@/lib/platform/errors";

type Issue = core.$ZodIssue;

/** Maximum violations in a response. */
export const maxViolations = 50;

/** The text of a finding whose schema has none: `safeParse(input, { error: defaultText })`. */
export function defaultText({ code }: Pick<core.$ZodRawIssue, "code">): string {
  return code === "invalid_format" ? "is not well formed" : "is not valid";
}

/**
 * A `422 validation_failed` from issues that were found with `defaultText`. `prefix` is the location of `input` in the
 * request: `[]`, `["query"]`.
 */
export function validationFailed(
  issues: readonly Issue[],
  input: unknown,
  prefix: readonly string[] = [],
): DomainError {
  const violations = issues
    .slice(0, maxViolations)
    .flatMap((issue) => toViolations(issue, input, prefix))
    .slice(0, maxViolations);
  return new DomainError("validation_failed", {
    violations,
    ...(violations[0] ? { detail: violations[0].detail } : {}),
  });
}

function toViolations(issue: Issue, input: unknown, prefix: readonly PropertyKey[]): Violation[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      violationAt([...prefix, ...issue.path, key], "unknown_parameter", "is not known here"),
    );
  }
  const value = valueAt(input, issue.path);
  if (issue.code === "invalid_union") {
    const closest = closestBranch(issue.errors);
    if (closest && value !== undefined)
      return closest.flatMap((inner) => toViolations(inner, value, [...prefix, ...issue.path]));
  }
  const { code, text, bound } = describe(issue, value);
  return [{ ...violationAt([...prefix, ...issue.path], code, text), ...(bound === undefined ? {} : { bound }) }];
}

/** The union branch that matched furthest into the value, which is probably the one the caller meant. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const deep = branches.filter((branch) => branch.some((issue) => issue.path.length > 0));
  return [...deep].sort((a, b) => a.length - b.length)[0] ?? null;
}

function violationAt(path: readonly PropertyKey[], code: Violation["code"], text: string): Violation {
  const pointer = toPointer(path);
  return { pointer, code, detail: `${memberName(pointer)} ${text}` };
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

interface Described {
  code: Violation["code"];
  text: string;
  bound?: number;
}

function describe(issue: Issue, value: unknown): Described {
  if (value === undefined && issue.code !== "custom") return { code: "required", text: "is required" };
  switch (issue.code) {
    case "invalid_type":
      return { code: "type_invalid", text: `must be ${article(issue.expected)}` };
    case "invalid_format":
      return describeFormat(issue.format, issue.message);
    case "too_small":
      return describeSize(issue.origin, "small", issue.minimum);
    case "too_big":
      return describeSize(issue.origin, "big", issue.maximum);
    case "invalid_value":
      return { code: "not_allowed", text: `must be one of ${issue.values.map(String).join(", ")}` };
    case "custom":
      return { code: "invalid", text: issue.message };
    default:
      return { code: "invalid", text: "is not valid" };
  }
}

/** A pattern may provide its own message: `.regex(pattern, "must not contain …")`. */
function describeFormat(format: string, message: string): Described {
  return formats[format] ?? { code: "format_invalid", text: message };
}

const formats: Readonly<Record<string, Described>> = {
  email: { code: "email_invalid", text: "is not an e-mail address" },
  uuid: { code: "uuid_invalid", text: "is not a UUID" },
  url: { code: "url_invalid", text: "is not a URL" },
  datetime: { code: "datetime_invalid", text: "is not an ISO 8601 time" },
  base64: { code: "base64_invalid", text: "is not base64" },
};

function describeSize(origin: string, side: "small" | "big", limit: number | bigint): Described {
  const [word, bound] = [side === "small" ? "at least" : "at most", Number(limit)];
  if (origin === "string")
    return { code: side === "small" ? "too_short" : "too_long", text: `needs ${word} ${bound} characters`, bound };
  if (origin === "array")
    return { code: side === "small" ? "too_few" : "too_many", text: `needs ${word} ${bound} items`, bound };
  return { code: side === "small" ? "too_small" : "too_large", text: `must be ${word} ${bound}`, bound };
}

function article(type: string): string {
  return type === "int" ? "an integer" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** The JSON Pointer (RFC 6901) of `path`, or "" for the whole value. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${pointerStep(String(step))}`).join("");
}
