"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { logInOrThrow } from "@/components/account/log-in";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { callApi, violationOf } from "@/components/api/call";
import { FormProblem, ProblemNotice, useViolationText } from "@/components/api/problem-notice";
import { useAction, useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { byteCount } from "@/components/ui/bytes";
import { Card } from "@/components/ui/card";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Checkbox, Select, TextInput } from "@/components/ui/inputs";
import { ButtonLink } from "@/components/ui/page-link";
import { PasswordInput } from "@/components/ui/password-input";
import { StatePill } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { administeredAccountAnswer, administeredAccountListAnswer } from "@/lib/administration/schema";
import { UserRetentionDialog } from "../../documents/retention-dialogs";

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

/** Creates an account and mails its owner a link to choose a password, which nobody else ever knows. */
function NewUserDialog({ ownEmail, onClose }: { ownEmail: string; onClose: () => void }) {
  const t = useTranslations("administration.users");
  const violationText = useViolationText();
  const shell = useTranslations("shell");
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
    await callApi("POST", `/admin/users/${id}/reset`);
    toast(t("made", { email: values.email }));
    router.refresh();
    onClose();
  });
  // Creating an administrator needs an administrator with a fresh proof.
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
            hint={shell("reauth.passwordHint")}
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

/** One account: name, role, whether it has a session, and the administrator's actions. */
function UserRow({ user, isOneself, ownEmail }: { user: User; isOneself: boolean; ownEmail: string }) {
  const t = useTranslations("administration.users");
  const { busy, problem, run } = useAction();
  const [asking, setAsking] = useState<"role" | "sessions" | "retention" | null>(null);
  const { id, displayName: name, sessions } = user;
  const mailReset = () =>
    run("reset", async () => {
      await callApi("POST", `/admin/users/${id}/reset`);
      return t("resetMailed", { name });
    });
  const endSessions = () =>
    run("sessions", async () => {
      const { ended } = await callApi<{ ended: number }>("DELETE", `/admin/users/${id}/sessions`);
      return t("sessionsEnded", { count: ended });
    }).then(() => setAsking(null));
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
      <UserFacts user={user} isOneself={isOneself} />
      <div className="-mx-2 flex flex-wrap">
        <Button
          variant="quiet"
          className="px-2! text-muted!"
          aria-label={t("changeRoleOf", { name })}
          onClick={() => setAsking("role")}
        >
          {t("changeRole")}
        </Button>
        <Button
          variant="quiet"
          className="px-2! text-muted!"
          busy={busy === "reset"}
          aria-label={t("mailResetOf", { name })}
          onClick={() => void mailReset()}
        >
          {t("mailReset")}
        </Button>
        {user.role !== "signer" && (
          <Button
            variant="quiet"
            className="px-2! text-muted!"
            aria-label={t("retentionOf", { name })}
            onClick={() => setAsking("retention")}
          >
            {t("retention")}
          </Button>
        )}
        {sessions > 0 && !isOneself && (
          <Button
            variant="quiet"
            className="px-2! text-muted!"
            aria-label={t("endSessionsOf", { name })}
            onClick={() => setAsking("sessions")}
          >
            {t("endSessions")}
          </Button>
        )}
      </div>
      {problem && <ProblemNotice problem={problem} className="basis-full" />}
      {asking === "role" && <RoleDialog user={user} ownEmail={ownEmail} onClose={() => setAsking(null)} />}
      {asking === "retention" && <UserRetentionDialog user={user} onClose={() => setAsking(null)} />}
      {asking === "sessions" && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          danger
          title={t("endSessionsTitle", { name })}
          body={t("endSessionsBody", { count: sessions })}
          confirmLabel={t("endSessions")}
          onConfirm={endSessions}
        />
      )}
    </li>
  );
}

function UserFacts({
  user: {
    displayName,
    email,
    role,
    emailProved,
    locked,
    sessions,
    lastSeenAt,
    createdAt,
    madeBy,
    storage,
    retentionDays,
  },
  isOneself,
}: {
  user: User;
  isOneself: boolean;
}) {
  const t = useTranslations("administration.users");
  const locale = useLocale();
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui sm:basis-60">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <bdi className="font-medium wrap-anywhere">{displayName}</bdi>
        {isOneself && <span className="text-caption text-muted">{t("you")}</span>}
        {locked && <StatePill tone="bad">{t("locked")}</StatePill>}
        {!emailProved && <StatePill tone="warning">{t("unproved")}</StatePill>}
      </p>
      <p className="text-muted wrap-anywhere">{email}</p>
      <p className="text-caption text-muted">
        {t(`role.${role}`)}
        {"\u00a0· "}
        {t.rich(`madeBy.${madeBy}`, { at: () => <Time at={createdAt} dayOnly /> })}
        {"\u00a0· "}
        {lastSeenAt === null
          ? t("nowhere")
          : t.rich("loggedIn", { count: sessions, at: () => <Time at={lastSeenAt} /> })}
        {"\u00a0· "}
        {t("storage", {
          used: byteCount(storage.usedBytes, locale),
          limit: byteCount(storage.limitBytes, locale),
        })}
        {retentionDays !== null && ` · ${t("keptFor", { days: retentionDays })}`}
      </p>
    </div>
  );
}

/** Changes an account's role. */
function RoleDialog({ user, ownEmail, onClose }: { user: User; ownEmail: string; onClose: () => void }) {
  const t = useTranslations("administration.users");
  const router = useRouter();
  const toast = useToast();
  const [role, setRole] = useState<string>(user.role);
  async function changeRole() {
    await callApi("PATCH", `/admin/users/${user.id}`, { json: { role } });
    toast(t("roleChanged", { name: user.displayName }));
    router.refresh();
    onClose();
  }
  return (
    <ReauthDialog
      title={t("roleTitle", { name: user.displayName })}
      description={t("roleBody")}
      email={ownEmail}
      confirmLabel={t("changeRole")}
      onConfirm={changeRole}
      onClose={onClose}
    >
      <Select
        label={t("roleLabel")}
        value={role}
        options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
        onChange={(event) => setRole(event.target.value)}
      />
    </ReauthDialog>
  );
}

type User = z.infer<typeof administeredAccountAnswer>;

/** From least to most permissions. */
const roles = ["signer", "requester", "admin"] as const satisfies readonly User["role"][];
