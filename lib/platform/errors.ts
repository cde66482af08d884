import { sharedError } from "@/lib/platform/next/process-wide";
import type { ErrorReason, ViolationCode } from "@/lib/platform/violation-codes";

/**
 * The closed list of expected errors (docs/spec/api.md#errors). Domains throw one of these, and only
 * `lib/api/http/problem.ts` maps them to HTTP. A new code needs a decision record.
 */
export const errorCodes = [
  "malformed_request",
  "malformed_json",
  "unauthenticated",
  "invalid_credentials",
  "forbidden",
  "email_unproved",
  "not_the_signer",
  "reauth_required",
  "insufficient_scope",
  "csrf",
  "not_found",
  "method_not_allowed",
  "file_not_draft",
  "file_not_released",
  "file_already_signed",
  "file_not_completed",
  "file_closed",
  "already_signed",
  "not_your_turn",
  "wrong_role",
  "attachments_full",
  "is_envelope",
  "in_envelope",
  "envelope_needs_file",
  "race_lost",
  "account_exists",
  "certificate_not_revocable",
  "person_in_open_requests",
  "document_on_hold",
  "idempotency_in_progress",
  "integrity_error",
  "content_deleted",
  "link_expired",
  "link_withdrawn",
  "direct_link_closed",
  "code_expired",
  "version_conflict",
  "too_large",
  "quota_exceeded",
  "unsupported_media_type",
  "validation_failed",
  "base64_invalid",
  "pdf_invalid",
  "pdf_encrypted",
  "pdf_locked",
  "pdf_xfa",
  "conversion_failed",
  "converter_missing",
  "signed_file_one_element",
  "image_invalid",
  "url_not_allowed",
  "url_unreachable",
  "element_outside_page",
  "page_out_of_range",
  "sign_request_not_in_file",
  "signers_missing",
  "signature_image_missing",
  "field_missing",
  "attachment_missing",
  "attachment_type_invalid",
  "gateway_not_configured",
  "sign_method_mismatch",
  "method_not_allowed_here",
  "phone_missing",
  "chat_missing",
  "sign_password_missing",
  "code_wrong",
  "sign_password_wrong",
  "glyph_missing",
  "idempotency_key_reused",
  "rate_limited",
  "code_locked",
  "sign_password_locked",
  "account_locked",
  "internal",
  "unavailable",
  "gateway_unavailable",
  "key_unavailable",
  "storage_full",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One problem with the input. `pointer` is a JSON Pointer (RFC 6901) into the body, or `/query/…`, `/path/…`. */
export interface Violation {
  pointer: string;
  code: ViolationCode | ErrorCode;
  detail: string;
  /** The exceeded limit, for translations of the detail. */
  bound?: number;
}

export interface ErrorDetails {
  /** Shown to the caller. Never contains a secret, another person's data, or an internal cause. */
  detail?: string;
  /** Selects a more precise text than that of the code. */
  reason?: ErrorReason;
  /** The limit that the text of the reason states. */
  bound?: number;
  violations?: Violation[];
  /** Seconds after which a retry can succeed. Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Attempts left before the code or signing password locks. */
  attemptsLeft?: number;
  /** Logged, never returned. */
  cause?: unknown;
}

/** The first code in an error and its causes: of the system, such as ECONNREFUSED, or a SQLSTATE. */
export function codeInCauses(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return null;
}

/** An expected error. Any other error is a bug and becomes a 500. */
export class DomainError extends sharedError("DomainError") {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly reason: ErrorReason | undefined;
  readonly bound: number | undefined;
  readonly violations: Violation[];
  readonly retryAfterSeconds: number | undefined;
  readonly attemptsLeft: number | undefined;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.detail ?? code, { cause: details.cause });
    this.name = "DomainError";
    this.code = code;
    this.detail = details.detail;
    this.reason = details.reason;
    this.bound = details.bound;
    this.violations = details.violations ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.attemptsLeft = details.attemptsLeft;
  }
}

/**
 * The target of a JSON Pointer (RFC 6901) as written in details: `/users/0/email` becomes `users[0].email`, and "" is
 * the whole body.
 */
export function memberName(pointer: string): string {
  if (pointer === "") return "The body";
  const steps = pointer.slice(1).split("/").map(readPointerStep);
  return steps.map((step, at) => (/^\d+$/.test(step) ? `[${step}]` : `${at === 0 ? "" : "."}${step}`)).join("");
}

/** A name as one step of a JSON Pointer. */
export function pointerStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The name in one step of a JSON Pointer. */
export function readPointerStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * A detail, or a function that writes it with the name of the member. The second kind can be reported at another
 * member.
 */
type Detail = string | ((member: string) => string);

const writer = Symbol.for("paraph.Violation.detail");

/** A violation of the member at `pointer`. */
export function violationAt(pointer: string, code: Violation["code"], detail: Detail, bound?: number): Violation {
  const violation: Violation = {
    pointer,
    code,
    detail: typeof detail === "string" ? detail : detail(memberName(pointer)),
    ...(bound === undefined ? {} : { bound }),
  };
  return Object.defineProperty(violation, writer, { value: detail });
}

/** A `422 validation_failed` for one member. */
export function invalid(pointer: string, code: Violation["code"], detail: Detail, bound?: number): DomainError {
  return invalidAt([violationAt(pointer, code, detail, bound)]);
}

/** An error about members. Its detail is that of the first one. */
export function invalidAt(violations: Violation[], code: ErrorCode = "validation_failed"): DomainError {
  const [first] = violations;
  return new DomainError(code, { violations, ...(first ? { detail: first.detail } : {}) });
}

/** The error about the members that the caller named. Any other error stays as it is. */
export function atMembers(error: unknown, move: (pointer: string) => string): Error {
  if (!(error instanceof DomainError) || error.violations.length === 0) return error as Error;
  const violations = error.violations.map((violation: Violation & { [writer]?: Detail }) =>
    violationAt(move(violation.pointer), violation.code, violation[writer] ?? violation.detail, violation.bound),
  );
  return invalidAt(violations, error.code);
}
