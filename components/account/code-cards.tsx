"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { asProblem, callApi, violationOf, type ApiProblem } from "@/components/api/call";
import { FormProblem, ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { useUnsaved } from "@/components/ui/save-bar";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { useTimeFormat } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { TelegramLinker } from "./telegram-linker";

interface PhoneAnswer {
  data: { phone: string };
}

/** The phone number for codes. Asks for the account's password if the session has no fresh proof. */
export function PhoneCard({ email, phone }: { email: string; phone: string | null }) {
  const t = useTranslations("account.account");
  const violationText = useViolationText();
  const router = useRouter();
  const toast = useToast();
  const [number, setNumber] = useState(phone ?? "");
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const path = `/settings/users/${encodeURIComponent(email)}/settings`;
    const { data } = await callApi<PhoneAnswer>("PUT", path, {
      base: "origin",
      json: { phone: number.trim(), ...(password === "" ? {} : { currentPassword: password }) },
    });
    setNumber(data.phone);
    setPassword("");
    toast(t(data.phone === "" ? "phoneRemoved" : "phoneSaved"));
    router.refresh();
  });
  useUnsaved(number.trim() !== (phone ?? ""));
  const asksForPassword = problem?.code === "reauth_required" || password !== "";
  const isRemoval = phone !== null && number.trim() === "";
  return (
    <Card title={t("phone")}>
      <form onSubmit={onSubmit} className="flex max-w-120 flex-col gap-4">
        <p className="text-ui text-muted">{t("phoneLead")}</p>
        <TextInput
          label={t("phoneNumber")}
          hint={t("phoneHint")}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={64}
          value={number}
          error={violationText(violationOf(problem, "/phone"))}
          onChange={(event) => setNumber(event.target.value)}
        />
        {asksForPassword && (
          <PasswordInput
            label={t("phoneProof")}
            hint={t("phoneProofHint")}
            name="currentPassword"
            autoComplete="current-password"
            required
            value={password}
            error={violationText(violationOf(problem, "/currentPassword"))}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && (
          <FormProblem problem={problem} fields={["/phone", "/currentPassword"]} />
        )}
        <div>
          <Button type="submit" variant="primary" busy={isBusy} aria-disabled={!isRemoval && number.trim() === ""}>
            {t(isRemoval ? "phoneRemove" : "phoneSave")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Links and unlinks the Telegram chat that receives codes. */
export function TelegramCard({ linkedAt }: { linkedAt: string | null }) {
  const t = useTranslations("account.account");
  const router = useRouter();
  const toast = useToast();
  const times = useTimeFormat();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const done = useCallback(() => {
    toast(t("telegramDone"));
    router.refresh();
  }, [router, toast, t]);

  async function unlink() {
    setProblem(null);
    try {
      await callApi("DELETE", "/account/telegram/link");
      toast(t("telegramUnlinked"));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setAsking(false);
    router.refresh();
  }

  return (
    <Card
      title={t("telegram")}
      actions={linkedAt !== null && <Button onClick={() => setAsking(true)}>{t("telegramUnlink")}</Button>}
    >
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <p className="mb-4 text-ui text-muted">
        {linkedAt === null ? t("telegramLead") : t("telegramLinked", { date: times.day(linkedAt) })}
      </p>
      <TelegramLinker linkedAt={linkedAt} onLinked={done} />
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          danger
          title={t("telegramUnlinkTitle")}
          body={t("telegramUnlinkBody")}
          confirmLabel={t("telegramUnlink")}
          onConfirm={unlink}
        />
      )}
    </Card>
  );
}
