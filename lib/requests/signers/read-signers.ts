import type { CopyTime, SignMethod, SignRequestRole } from "@/db/schema/files";
import { readPhone } from "@/lib/accounts/change-phone";
import type { Ctx } from "@/lib/context/context";
import type { Settings } from "@/lib/context/settings/read";
import type { SignerIdentifyMethodName } from "@/lib/context/sign-methods/method-names";
import { isConfigured } from "@/lib/context/sign-methods/registry";
import { invalid, invalidAt, violationAt, type DomainError, type Violation } from "@/lib/platform/errors";
import type { Language } from "@/lib/platform/locale/languages";
import { emailPattern, longestEmail, normaliseEmail } from "@/lib/platform/plain-text";
import type { ViolationCode } from "@/lib/platform/violation-codes";
import { attachmentViolations } from "@/lib/requests/state/attachment-requests";
import type { AttachmentRequestInput, SignerInput } from "@/lib/requests/state/schema";

/** A signer as given in the request. Omitted members are undefined and stay unchanged for an existing signer. */
export interface WantedSigner {
  /** The existing signer to change or replace. */
  signRequestId: number | null;
  /** Lower case; null only together with a signRequestId. */
  email: string | null;
  displayName: string | null | undefined;
  description: string | null | undefined;
  subject: string | null | undefined;
  signingOrder: number | undefined;
  phone: string | null | undefined;
  language: Language | null | undefined;
  timeZone: string | null | undefined;
  signMethod: SignMethod | undefined;
  identifyMethod: SignerIdentifyMethodName | undefined;
  notify: boolean | undefined;
  role: SignRequestRole | undefined;
  copyAt: CopyTime[] | undefined;
  attachmentRequests: AttachmentRequestInput[] | undefined;
}

const emailDetails: Record<string, string> = {
  required: "is required",
  too_long: `needs at most ${longestEmail} characters`,
  email_invalid: "is not an e-mail address",
};

/**
 * The signers under either of their two names, or undefined when the body has neither. Throws `validation_failed` when
 * it has both.
 */
export function usersIn<Named = SignerInput>({
  users,
  signers,
}: {
  users?: Named[] | undefined;
  signers?: Named[] | undefined;
}): Named[] | undefined {
  if (users !== undefined && signers !== undefined)
    throw invalid("/signers", "ambiguous", "signers is another name of users; give one of them");
  return users ?? signers;
}

/**
 * The signers of a body, in its order. Throws one `validation_failed` with every invalid member, then
 * `gateway_not_configured` or `method_not_allowed_here` for an unavailable sign method.
 */
export function readSigners(
  ctx: Pick<Ctx, "limits" | "gateways">,
  given: readonly SignerInput[],
  rules: { settings: Settings; mayNameById: boolean },
): WantedSigner[] {
  const maxSigners = ctx.limits.signersPerFile;
  const wanted = given.map((input) => toWanted(input, rules.mayNameById));
  const violations = [
    ...given.flatMap((input, index) => violationsOf(input, wanted[index]?.signRequestId ?? null, index)),
    ...given.flatMap(({ attachmentRequests }, index) =>
      attachmentViolations(ctx, attachmentRequests ?? [], `/users/${index}/attachmentRequests`),
    ),
    ...duplicates(given, wanted),
  ];
  if (given.length === 0) violations.push(violationAt("/users", "too_few", "users needs at least 1 items"));
  if (given.length > maxSigners)
    violations.push(violationAt("/users", "too_many", `users needs at most ${maxSigners} items`));
  if (violations.length > 0) throw invalidAt(violations);
  for (const [index, signer] of wanted.entries()) {
    assertMethod(ctx, signer.signMethod ?? rules.settings.signMethod, rules.settings, index);
    if (signer.identifyMethod && !isConfigured(ctx, signer.identifyMethod))
      throw refusal(
        "gateway_not_configured",
        `/users/${index}/identifyMethod`,
        `No gateway is configured for ${signer.identifyMethod}.`,
      );
  }
  return wanted;
}

function toWanted(input: SignerInput, mayNameById: boolean): WantedSigner {
  const [email] = addressesIn(input);
  return {
    signRequestId: mayNameById ? (input.signRequestId ?? null) : null,
    email: email || null,
    displayName:
      input.displayName ??
      input.display_name ??
      (input.displayName === null || input.display_name === null ? null : undefined),
    description: input.description,
    subject: input.subject,
    signingOrder: input.signingOrder,
    phone: input.phone && readPhone(input.phone),
    language: input.language,
    timeZone: input.timeZone,
    ...methodsIn(input),
    notify: input.notify,
    role: input.role,
    copyAt: input.copyAt && [...new Set(input.copyAt)].sort().reverse(),
    attachmentRequests: input.attachmentRequests,
  };
}

/** Signing by the link alone is one choice: either of the two members can name it. */
function methodsIn({ signMethod, identifyMethod }: SignerInput): Pick<WantedSigner, "signMethod" | "identifyMethod"> {
  if (signMethod === "link") return { signMethod, identifyMethod: identifyMethod ?? "link" };
  return { signMethod: signMethod ?? (identifyMethod === "link" ? "link" : undefined), identifyMethod };
}

/** Pointer to the address in effect, within the signer. */
function addressMember({ email, identify }: SignerInput): string {
  if (email === undefined && identify?.email !== undefined) return "identify/email";
  return email === undefined && identify?.account !== undefined ? "identify/account" : "email";
}

/** The distinct addresses given for a signer; more than one is a contradiction. */
function addressesIn({ email, identify }: SignerInput): string[] {
  const given = [email, identify?.email, identify?.account].filter((address) => address !== undefined);
  return [...new Set(given.map((address) => normaliseEmail(address)))];
}

function violationsOf(input: SignerInput, signRequestId: number | null, index: number): Violation[] {
  const found: Violation[] = [];
  const addresses = addressesIn(input);
  const member = addressMember(input);
  const code = emailProblem(addresses[0] ?? "", signRequestId !== null && addresses.length === 0);
  if (addresses.length > 1)
    found.push(violationOf(index, "identify", "ambiguous", "names another address than the email beside it"));
  if (isContradiction(input.displayName, input.display_name)) {
    found.push(violationOf(index, "display_name", "ambiguous", "is another name of displayName and has another value"));
  }
  if (areAtOdds(input))
    found.push(
      violationOf(
        index,
        "identifyMethod",
        "ambiguous",
        `${input.identifyMethod} does not go with signMethod ${input.signMethod}`,
      ),
    );
  if (input.copyAt?.length === 0)
    found.push(violationOf(index, "copyAt", "too_few", "needs `sent`, `completed` or both"));
  if (input.role === "cc" && input.notify === false)
    found.push(violationOf(index, "notify", "not_allowed", "cannot be false for a CC, who gets nothing but e-mails"));
  if (code) found.push(violationOf(index, member, code, emailDetails[code] ?? "is not valid"));
  if (input.phone && readPhone(input.phone) === null) {
    found.push(
      violationOf(
        index,
        "phone",
        "phone_invalid",
        "is not a phone number in international form, such as +491701234567",
      ),
    );
  }
  return found;
}

function isContradiction(left: string | null | undefined, right: string | null | undefined): boolean {
  return left !== undefined && right !== undefined && left !== right;
}

/** `link` must be both methods or neither, and a signing password requires an account. */
function areAtOdds({ signMethod, identifyMethod }: SignerInput): boolean {
  if (signMethod === undefined || identifyMethod === undefined) return false;
  if (signMethod === "password") return identifyMethod !== "account";
  return (signMethod === "link") !== (identifyMethod === "link");
}

/** The code of the problem with an address; null for none. */
export function emailProblem(email: string, mayBeMissing: boolean): "required" | "too_long" | "email_invalid" | null {
  if (email === "") return mayBeMissing ? null : "required";
  if (email.length > longestEmail) return "too_long";
  return emailPattern.test(email) ? null : "email_invalid";
}

/** Two signers with the same address, or one signer given twice. */
function duplicates(given: readonly SignerInput[], wanted: readonly WantedSigner[]): Violation[] {
  const [emails, ids] = [new Set<string>(), new Set<number>()];
  return wanted.flatMap((signer, index) => {
    const isRepeated =
      (signer.email !== null && emails.has(signer.email)) ||
      (signer.signRequestId !== null && ids.has(signer.signRequestId));
    if (signer.email !== null) emails.add(signer.email);
    if (signer.signRequestId !== null) ids.add(signer.signRequestId);
    return isRepeated ? [violationOf(index, addressMember(given[index] ?? {}), "duplicate", "is named twice")] : [];
  });
}

function assertMethod(ctx: Pick<Ctx, "gateways">, method: SignMethod, settings: Settings, index: number): void {
  const pointer = `/users/${index}/signMethod`;
  if (!isConfigured(ctx, method))
    throw refusal("gateway_not_configured", pointer, `No gateway is configured for ${method}.`);
  if (!settings.allowedSignMethods.includes(method))
    throw refusal("method_not_allowed_here", pointer, `The sign method ${method} is not allowed here.`);
}

function refusal(
  code: "gateway_not_configured" | "method_not_allowed_here",
  pointer: string,
  detail: string,
): DomainError {
  return invalidAt([violationAt(pointer, code, detail)], code);
}

function violationOf(index: number, name: string, code: ViolationCode, text: string): Violation {
  return violationAt(`/users/${index}/${name}`, code, (member) => `${member} ${text}`);
}
