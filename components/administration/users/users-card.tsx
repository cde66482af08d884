"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { logInOrThrow } from "@/components/account/log-in";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, useViolationText } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { usePageLimits } from "@/components/ui/page-limits";
import { ButtonLink } from "@/components/ui/page-link";
import { PasswordInput } from "@/components/ui/secret-inputs";
import { useToast } from "@/components/ui/toast";
import type { administeredAccountListAnswer } from "@/lib/administration/schema";
import { roles, UserRow } from "./user-row";

interface UserSearch {
  q: string;
  role: string;
}

interface UsersCardProps {
  users: z.infer<typeof administeredAccountListAnswer>;
  search: UserSearch;
  /** The administrator's own account. */
  own: { id: number; email: string };
}

/** Accounts, searchable by name, address and role, with a form to create one. */
export function UsersCard({
  users: {
    data,
    pagination: { nextCursor },
  },
  search,
  own,
}: UsersCardProps) {
  const t = useTranslations("administration.users");
  const [isMaking, setMaking] = useState(false);
  const more = nextCursor === null ? null : `?${new URLSearchParams({ ...search, cursor: nextCursor }).toString()}`;
  return (
    <Card
      title={t("title")}
      actions={
        <Button variant="primary" onClick={() => setMaking(true)}>
          {t("new")}
        </Button>
      }
    >
      <form method="get" role="search" className="flex flex-wrap items-end gap-3">
        <TextInput
          className="min-w-0 flex-1 basis-60"
          label={t("search")}
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={254}
        />
        <Select
          className="basis-44"
          label={t("roleLabel")}
          name="role"
          defaultValue={search.role}
          options={[{ value: "", label: t("any") }, ...roles.map((value) => ({ value, label: t(`role.${value}`) }))]}
        />
        <Button type="submit">{t("find")}</Button>
      </form>
      {data.length === 0 ? (
        <EmptyState
          isInCard
          picture="people"
          title={t("noneFound")}
          action={<ButtonLink href="/administration/users">{t("showAll")}</ButtonLink>}
        />
      ) : (
        <ul aria-label={t("title")} className="mt-2 divide-y divide-hairline">
          {data.map((user) => (
            <UserRow key={user.id} user={user} isOneself={user.id === own.id} ownEmail={own.email} />
          ))}
        </ul>
      )}
      {more && (
        <div className="mt-4">
          <ButtonLink href={more}>{t("more")}</ButtonLink>
        </div>
      )}
      {isMaking && <NewUserDialog ownEmail={own.email} onClose={() => setMaking(false)} />}
    </Card>
  );
}

/** Creates an account and e-mails its owner a link to choose a password, so that nobody else knows it. */
function NewUserDialog({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const t = useTranslations("administration.users");
  const violationText = useViolationText();
  const shell = useTranslations("shell");
  const { freshProofMinutes } = usePageLimits();
  const router = useRouter();
  const toast = useToast();
  const [values, setValues] = useState({ email: "", displayName: "", role: "requester", emailProved: false });
  const [password, setPassword] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    if (password !== "") await logInOrThrow(ownEmail, password);
    const { emailProved, ...rest } = values;
    const { id } = await callApi<{ id: number }>("POST", "/admin/users", {
      json: { ...rest, ...(emailProved ? { emailProved } : {}) },
    });
    // The others are e-mailed a link when they are created.
    if (!emailProved && values.role !== "admin") await callApi("POST", `/admin/users/${id}/reset`);
    toast(t("made", { email: values.email }));
    router.refresh();
    onClose();
  });
  // All but a signer with an unproved address needs an administrator with a fresh proof.
  const asksPassword = problem?.code === "reauth_required" || password !== "";
  const field = (name: "email" | "displayName") => ({
    name,
    label: t(name),
    required: true,
    autoComplete: "off",
    value: values[name],
    error: violationText(violationOf(problem, `/${name}`)),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("new")} description={t("newBody")}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextInput {...field("email")} type="email" maxLength={254} />
        <TextInput {...field("displayName")} maxLength={255} />
        <Select
          label={t("roleLabel")}
          value={values.role}
          options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
          onChange={(event) => setValues({ ...values, role: event.target.value })}
        />
        <Checkbox
          label={t("vouch")}
          hint={t("vouchHint")}
          checked={values.emailProved}
          onChange={(event) => setValues({ ...values, emailProved: event.target.checked })}
        />
        {asksPassword && (
          <PasswordInput
            label={shell("reauth.password")}
            hint={shell("reauth.passwordHint", { minutes: freshProofMinutes })}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        {problem?.code !== "reauth_required" && <FormProblem problem={problem} fields={["/email", "/displayName"]} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{shell("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
