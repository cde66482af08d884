"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useAction } from "@/components/api/use-action";
import { UserRetentionDialog } from "@/components/documents/retention-dialogs";
import { mayRequest } from "@/components/shell/shell-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/inputs";
import { StatePill } from "@/components/ui/pill";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { administeredAccountAnswer } from "@/lib/administration/schema";
import { byteCount } from "@/lib/platform/locale/format";

type User = z.infer<typeof administeredAccountAnswer>;

/** From least to most permissions. */
export const roles = ["signer", "requester", "admin"] as const satisfies readonly User["role"][];

/** One account: name, role, whether it has a session, and the administrator's actions. */
export function UserRow({ user, isOneself, ownEmail }: { user: User; isOneself: boolean; ownEmail: string }) {
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
        {mayRequest(user.role) && (
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
      {asking === "retention" && <UserRetentionDialog user={user} email={ownEmail} onClose={() => setAsking(null)} />}
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
        {retentionDays !== null && `\u00a0· ${t("keptFor", { days: retentionDays })}`}
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
