"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, useSyncExternalStore, type FormEvent } from "react";
import { violationOf, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useProblemText, useViolationText, useWaitText } from "@/components/api/problem-notice";
import { SignedFiles } from "@/components/signing/files/page-files";
import { LogInForm } from "@/components/signing/identify/account-forms";
import { IdentifyStep } from "@/components/signing/identify/identify-step";
import type { SigningState } from "@/components/signing/link/link-session";
import { CodeStep, hasOwnMessageForCode, useSecondsUntil, type StepProps } from "@/components/signing/proof/code-step";
import type { OneTimeCode, Signing } from "@/components/signing/proof/use-sign";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { Sheet } from "@/components/ui/sheet";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";

export interface ConfirmSheetProps {
  open: boolean;
  onClose: () => void;
  page: SigningState;
  u: string;
  code: OneTimeCode;
  signing: Signing;
  hasSigningPassword: boolean;
  /** Signed, or ended: refresh the page. */
  onOver: () => void;
  /** Receives the focus when the sheet closes; null for the element that had it before. */
  finalFocus: { readonly current: HTMLElement | null };
}

/** The last step: document, signer, method and consent, then the code or the signing password. */
export function ConfirmSheet({
  open,
  onClose,
  page,
  u,
  code,
  signing,
  hasSigningPassword,
  onOver,
  finalFocus,
}: ConfirmSheetProps) {
  const t = useTranslations("signing.confirm");
  const session = useTranslations("signing.session");
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isLow = useIsLow();
  // Called here and not in the notice, because it also polls while the sheet is closed.
  const lost = useLostAnswer(u, signing.lostAt, onOver);
  const { signer, document } = page;
  const problem = signing.problem ?? code.problem;
  const isLoggedOut = problem?.code === "unauthenticated";
  const goOn = () => {
    signing.clear();
    if (page.withoutCode) return onClose();
    if (signer.proof === "code" && code.step !== "sent") void code.ask();
  };
  const asWhom = t(signer.proof === "code" ? "asWhomCode" : "asWhomPassword", {
    name: isolate(signer.name),
    email: signer.email,
    method: signer.method,
  });
  const close = (next: boolean) => {
    if (!next && !signing.isBusy) onClose();
  };
  if (isLoggedOut) {
    return (
      <Sheet
        open={open}
        onOpenChange={close}
        tall={isLow}
        title={session(page.isGuest ? "headingGuest" : "heading")}
        description={session(page.isGuest ? "bodyGuest" : "body")}
      >
        {page.isGuest ? (
          <IdentifyStep
            sendPath={`/sign/uuid/${u}/identify`}
            confirmPath={`/sign/uuid/${u}/identify/confirm`}
            onIdentified={goOn}
          />
        ) : (
          <LogInForm email={signer.email} onLoggedIn={goOn} />
        )}
      </Sheet>
    );
  }
  const footer = (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      size="signer"
      busy={signing.isBusy}
      className="w-full sm:w-auto"
    >
      {t("sign", { role: document.role })}
    </Button>
  );
  const steps = { id: formId, signing, field };
  return (
    <Sheet
      open={open}
      onOpenChange={close}
      tall={isLow}
      title={t("heading", { role: document.role, name: isolate(document.name) })}
      description={asWhom}
      footer={footer}
      initialFocus={field}
      finalFocus={finalFocus}
    >
      {document.files !== null && document.role === "signer" && <SignedFiles files={document.files} />}
      <Refusal signing={signing} proof={signer.proof} lost={lost} />
      {signer.proof === "code" ? (
        <CodeStep {...steps} code={code} isGuest={page.isGuest} fileUuid={document.uuid} />
      ) : signer.proof === "link" ? null : (
        <PasswordStep {...steps} isNew={!hasSigningPassword} />
      )}
      {document.role === "signer" && (
        <p lang={t("consentLanguage")} className="mt-3 text-caption text-muted">
          {t("consent")}
        </p>
      )}
      <SealingText isBusy={signing.isBusy} role={document.role} />
    </Sheet>
  );
}

/** Problems without a message in the step itself. */
function Refusal({
  signing,
  proof,
  lost,
}: {
  signing: Signing;
  proof: "code" | "password" | "link";
  lost: LostAnswer | null;
}) {
  const { problem, again } = signing;
  if (!problem) return null;
  if (lost !== null) return <LostNotice known={lost} onRetry={() => void again()} />;
  const hasOwnMessage =
    (proof === "code" && hasOwnMessageForCode(problem)) || (proof === "password" && hasOwnMessageForPassword(problem));
  return hasOwnMessage ? null : <ProblemNotice problem={problem} onRetry={() => void again()} className="mb-4" />;
}

const low = "(max-height: 30rem)";

/**
 * Whether the window is too low for a form in two fifths of its height, such as a phone in landscape or a page at 400 %
 * zoom.
 */
export function useIsLow(): boolean {
  return useSyncExternalStore(
    follow,
    () => window.matchMedia(low).matches,
    () => false,
  );
}

function follow(changed: () => void): () => void {
  const query = window.matchMedia(low);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

const afterMs = 400;

/** Explains a long wait once it occurs. */
function SealingText({ isBusy, role }: { isBusy: boolean; role: LinkDocument["role"] }) {
  const t = useTranslations("signing.confirm");
  return (
    <p role="status" className="mt-2 text-ui font-medium empty:hidden">
      {isBusy && <Late text={t("sealing", { role })} />}
    </p>
  );
}

function Late({ text }: { text: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), afterMs);
    return () => window.clearTimeout(timer);
  }, []);
  return isLate ? text : null;
}

interface LostNoticeProps {
  known: LostAnswer;
  onRetry: () => void;
}

/** Shows the server's state after a response was lost. */
export function LostNotice({ known, onRetry }: LostNoticeProps) {
  const t = useTranslations("signing.lost");
  const isNotSigned = known === "not_signed";
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t(isNotSigned ? "title" : "unknownTitle")}
      className="mb-3"
      action={
        known !== "asking" && (
          <Button size="signer" onClick={onRetry}>
            {t("retry")}
          </Button>
        )
      }
    >
      {t(isNotSigned ? "body" : known)}
    </Notice>
  );
}

const everyMs = 3000;

/** State of a signature whose answer was lost. */
export type LostAnswer = "asking" | "not_signed" | "unknown";

/**
 * Polls the server for a signature whose answer was lost: every three seconds, and at once when the network is back.
 * `lostAt` is when the answer was lost, in milliseconds since 1970; null if none was. `onOver` refreshes the page.
 */
function useLostAnswer(u: string, lostAt: number | null, onOver: () => void): LostAnswer | null {
  const [known, setKnown] = useState<{ of: number; answer: LostAnswer } | null>(null);
  const isSettled = known !== null && known.of === lostAt && known.answer === "not_signed";
  useEffect(() => {
    if (lostAt === null || isSettled) return;
    let isOver = false;
    const ask = async () => {
      const answer = await import("@/components/signing/proof/send-signature").then(
        ({ askWhetherSigned }) => askWhetherSigned(u),
        () => "unknown" as const,
      );
      if (isOver) return;
      if (answer === "signed" || answer === "over") onOver();
      else setKnown({ of: lostAt, answer });
    };
    void ask();
    const timer = window.setInterval(() => void ask(), everyMs);
    const onOnline = () => void ask();
    window.addEventListener("online", onOnline);
    return () => {
      isOver = true;
      window.clearInterval(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [u, lostAt, isSettled, onOver]);
  if (lostAt === null) return null;
  return known?.of === lostAt ? known.answer : "asking";
}

export function hasOwnMessageForPassword(problem: ApiProblem): boolean {
  return (
    problem.code === "sign_password_wrong" ||
    problem.code === "sign_password_locked" ||
    violationOf(problem, "/signPassword") !== undefined
  );
}

/** Asks for the signing password, or lets a signer without one choose it. */
export function PasswordStep({ id, signing, field, isNew }: StepProps & { isNew: boolean }) {
  const t = useTranslations("signing.confirm");
  const [password, setPassword] = useState("");
  const [isBlank, setBlank] = useState(false);
  const refusal = usePasswordError(signing);
  const errors = useTranslations("errors.members");
  const error = isBlank && password === "" ? errors("required") : refusal;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBlank(password === "");
    if (password === "") return field.current?.focus();
    const problem = await signing.sign(isNew ? { newPassword: password } : { password });
    if (problem && hasOwnMessageForPassword(problem)) field.current?.focus();
  };
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordInput
        label={t(isNew ? "passwordNew" : "password")}
        hint={isNew ? t("passwordNewHint") : undefined}
        error={error}
        ref={field}
        size="signer"
        required
        autoComplete={isNew ? "new-password" : "current-password"}
        readOnly={signing.isBusy}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </form>
  );
}

function usePasswordError({ problem, retryAt }: StepProps["signing"]): string | undefined {
  const t = useTranslations("signing.confirm");
  const violationText = useViolationText();
  const wait = useWaitText();
  const problemText = useProblemText();
  const seconds = useSecondsUntil(problem?.code === "sign_password_locked" ? retryAt : null);
  if (!problem) return undefined;
  if (problem.reason === "new_signing_password") return problemText(problem).body;
  if (problem.code === "sign_password_wrong") return t("passwordWrong", { left: problem.attemptsLeft ?? 0 });
  if (seconds && retryAt !== null) return t("locked", { wait: wait(seconds) });
  return violationText(violationOf(problem, "/signPassword"));
}

/** The result of a signature that was sent without the confirm sheet. */
export function DirectOutcome({
  u,
  role,
  signing,
  onOver,
}: {
  u: string;
  role: LinkDocument["role"];
  signing: Signing;
  onOver: () => void;
}) {
  const lost = useLostAnswer(u, signing.lostAt, onOver);
  return (
    <>
      <Refusal signing={signing} proof="link" lost={lost} />
      <SealingText isBusy={signing.isBusy} role={role} />
    </>
  );
}
