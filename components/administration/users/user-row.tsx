"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { useAct } from "@/components/api/use-act";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { Time } from "@/components/ui/time";
import { StatePill } from "../state-pill";
import { RoleDialog } from "./role-dialog";
import type { User } from "./user";

/** One account: who it is, what it may do, whether somebody is logged in, and what an administrator may do about it. */
export function UserRow({ user, isOneself, ownEmail }: { user: User; isOneself: boolean; ownEmail: string }) {
  const words = useTranslations("administration.users");
  const { busy, problem, act } = useAct();
  const [asking, setAsking] = useState<"role" | "sessions" | null>(null);
  const { id, displayName: name, sessions } = user;
  const mailReset = () =>
    act("reset", async () => {
      await callApi("POST", `/admin/users/${id}/reset`);
      return words("resetMailed", { name });
    });
  const endSessions = () =>
    act("sessions", async () => {
      const { ended } = await callApi<{ ended: number }>("DELETE", `/admin/users/${id}/sessions`);
      return words("sessionsEnded", { count: ended });
    }).then(() => setAsking(null));
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 py-4">
      <UserFacts user={user} isOneself={isOneself} />
      <div className="flex flex-wrap gap-2">
        <Button aria-label={words("changeRoleOf", { name })} onClick={() => setAsking("role")}>
          {words("changeRole")}
        </Button>
        <Button busy={busy === "reset"} aria-label={words("mailResetOf", { name })} onClick={() => void mailReset()}>
          {words("mailReset")}
        </Button>
        {sessions > 0 && !isOneself && (
          <Button aria-label={words("endSessionsOf", { name })} onClick={() => setAsking("sessions")}>
            {words("endSessions")}
          </Button>
        )}
      </div>
      {problem && <ProblemNotice problem={problem} className="basis-full" />}
      {asking === "role" && <RoleDialog user={user} ownEmail={ownEmail} onClose={() => setAsking(null)} />}
      {asking === "sessions" && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          danger
          title={words("endSessionsTitle", { name })}
          body={words("endSessionsBody", { count: sessions })}
          confirmLabel={words("endSessions")}
          onConfirm={endSessions}
        />
      )}
    </li>
  );
}

function UserFacts({
  user: { displayName, email, role, emailProved, locked, sessions, lastSeenAt, createdAt, madeBy },
  isOneself,
}: {
  user: User;
  isOneself: boolean;
}) {
  const words = useTranslations("administration.users");
  return (
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-ui">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <bdi className="font-medium wrap-anywhere">{displayName}</bdi>
        {isOneself && <span className="text-caption text-muted">{words("you")}</span>}
        {locked && <StatePill tone="bad">{words("locked")}</StatePill>}
        {!emailProved && <StatePill tone="warning">{words("unproved")}</StatePill>}
      </p>
      <p className="text-muted wrap-anywhere">{email}</p>
      <p className="text-caption text-muted">
        {words(`role.${role}`)}
        {" · "}
        {words.rich(`madeBy.${madeBy}`, { at: () => <Time at={createdAt} dayOnly /> })}
        {" · "}
        {lastSeenAt === null
          ? words("nowhere")
          : words.rich("loggedIn", { count: sessions, at: () => <Time at={lastSeenAt} /> })}
      </p>
    </div>
  );
}
