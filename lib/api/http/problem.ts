import type { DomainError, ErrorCode } from "@/lib/platform/errors";

/**
 * The next step for older clients (docs/spec/api.md#errors): 100 sign in, 200 nothing, 250 sign, 300 show the error,
 * 350 signed, 400 set a signing password.
 */
type Action = 100 | 150 | 200 | 250 | 300 | 350 | 400;

interface ProblemKind {
  status: number;
  title: string;
  action: Action;
}

const kind = (status: number, title: string, action: Action = 200): ProblemKind => ({ status, title, action });

/** The only mapping from error codes to HTTP. Its type makes it exhaustive. */
export const problemKinds: { readonly [code in ErrorCode]: ProblemKind } = {
  malformed_request: kind(400, "The request is not valid HTTP"),
  malformed_json: kind(400, "The body is not valid JSON"),
  unauthenticated: kind(401, "Log in first", 100),
  invalid_credentials: kind(401, "The credential is wrong", 100),
  forbidden: kind(403, "You may not do this", 300),
  email_unproved: kind(403, "Your e-mail address is not confirmed yet", 300),
  not_the_signer: kind(403, "You are not the signer", 300),
  reauth_required: kind(403, "Log in again to continue", 100),
  insufficient_scope: kind(403, "The token's scopes do not allow this", 300),
  csrf: kind(403, "The request did not come from this service's own pages", 300),
  not_found: kind(404, "Not found"),
  method_not_allowed: kind(405, "The method is not allowed for this path"),
  file_not_draft: kind(409, "The file is no longer a draft"),
  file_not_released: kind(409, "The file is not released"),
  file_already_signed: kind(409, "The file was already signed"),
  file_not_completed: kind(409, "The file is not completed", 300),
  file_closed: kind(409, "The file is closed", 300),
  already_signed: kind(409, "You have already signed", 350),
  not_your_turn: kind(409, "It is not your turn yet", 300),
  wrong_role: kind(409, "This person has another role"),
  is_envelope: kind(409, "An envelope has no PDF of its own"),
  in_envelope: kind(409, "The file belongs to an envelope"),
  envelope_needs_file: kind(409, "An envelope needs a file"),
  attachments_full: kind(409, "No more files can be attached"),
  race_lost: kind(409, "The resource was changed by another request; try again"),
  account_exists: kind(409, "An account with this address already exists", 100),
  certificate_not_revocable: kind(409, "The certificate cannot be revoked"),
  person_in_open_requests: kind(409, "The person is still part of open requests"),
  document_on_hold: kind(409, "The document is on legal hold"),
  idempotency_in_progress: kind(409, "The first request with this key is still running"),
  integrity_error: kind(409, "The stored document is missing or does not match its hash", 300),
  content_deleted: kind(410, "The content of the document was deleted"),
  link_expired: kind(410, "The link has expired", 300),
  link_withdrawn: kind(410, "The request was withdrawn", 300),
  direct_link_closed: kind(410, "The link no longer accepts signatures", 300),
  code_expired: kind(410, "The code has expired", 250),
  version_conflict: kind(412, "The resource has changed since you read it"),
  too_large: kind(413, "The request is too large"),
  quota_exceeded: kind(413, "The account's storage is full"),
  unsupported_media_type: kind(415, "The content type is not supported"),
  validation_failed: kind(422, "The request is not valid"),
  base64_invalid: kind(422, "The base64 is not valid"),
  pdf_invalid: kind(422, "The document is not a PDF that can be signed"),
  pdf_encrypted: kind(422, "The document is password-protected"),
  pdf_locked: kind(422, "The document does not allow more signatures"),
  pdf_xfa: kind(422, "The PDF is an XFA form without pages"),
  conversion_failed: kind(422, "The file cannot be converted to a PDF"),
  converter_missing: kind(422, "No converter for this type of file is installed"),
  signed_file_one_element: kind(422, "A document signed elsewhere allows one field per signer"),
  image_invalid: kind(422, "The image is not a usable PNG or JPEG"),
  url_not_allowed: kind(422, "The URL is not allowed"),
  url_unreachable: kind(422, "The URL could not be downloaded"),
  element_outside_page: kind(422, "The field is outside its page"),
  page_out_of_range: kind(422, "The document has no such page"),
  sign_request_not_in_file: kind(422, "The signer is not part of this file"),
  signers_missing: kind(422, "The file has no signers"),
  signature_image_missing: kind(422, "A stored image of your signature is missing", 300),
  field_missing: kind(422, "A required field is empty", 250),
  attachment_missing: kind(422, "A required attachment is missing", 300),
  attachment_type_invalid: kind(422, "The file is not of a type that was asked for"),
  gateway_not_configured: kind(422, "No gateway is configured for this method"),
  sign_method_mismatch: kind(422, "This request uses another sign method", 250),
  method_not_allowed_here: kind(422, "The sign method is not allowed"),
  phone_missing: kind(422, "No phone number is known", 300),
  chat_missing: kind(422, "No chat is linked", 300),
  sign_password_missing: kind(422, "Create a signing password first", 400),
  code_wrong: kind(422, "The code is wrong", 250),
  sign_password_wrong: kind(422, "The signing password is wrong", 250),
  glyph_missing: kind(422, "A character cannot be written into the document"),
  idempotency_key_reused: kind(422, "The key was already used for another request"),
  rate_limited: kind(429, "Too many requests", 300),
  code_locked: kind(429, "Too many wrong codes", 300),
  sign_password_locked: kind(429, "Too many wrong signing passwords", 300),
  account_locked: kind(429, "Too many failed log-ins", 300),
  internal: kind(500, "Something went wrong on our side", 300),
  unavailable: kind(503, "The service is busy or starting", 300),
  gateway_unavailable: kind(503, "The gateway cannot be reached", 300),
  key_unavailable: kind(503, "The signing key is not available", 300),
  storage_full: kind(507, "The storage is full", 300),
};

export interface Problem {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const standardRetrySeconds = 5;

/** An error as RFC 9457 problem+json, with the members that older clients read. `origin` is PUBLIC_URL. */
export function toProblem(error: DomainError, request: { origin: string; requestId: string }): Problem {
  const { status, title, action } = problemKinds[error.code];
  const detail = error.detail ?? title;
  const errors = error.violations.length > 0 ? error.violations.map((violation) => violation.detail) : [detail];
  const retryAfter = error.retryAfterSeconds ?? (status === 429 || status === 503 ? standardRetrySeconds : undefined);
  return {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) }),
    },
    body: {
      type: `${request.origin}/docs/errors/${error.code.replaceAll("_", "-")}`,
      title,
      status,
      detail,
      instance: `urn:request:${request.requestId}`,
      code: error.code,
      requestId: request.requestId,
      message: detail,
      errors,
      violations: error.violations,
      action,
      ...(error.reason === undefined ? {} : { reason: error.reason }),
      ...(error.bound === undefined ? {} : { bound: error.bound }),
      ...(error.attemptsLeft === undefined ? {} : { attemptsLeft: error.attemptsLeft }),
    },
  };
}
