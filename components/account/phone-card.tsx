"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { violationOf } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useViolationText } from "@/components/api/use-problem-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PasswordInput } from "@/components/ui/password-input";
import { useUnsaved } from "@/components/ui/save-bar";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import { FormProblem, useSubmit } from "./submit";

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
