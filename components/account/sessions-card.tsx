"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { useAct } from "@/components/api/use-act";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { SessionRow, useSessionName, type SessionFacts } from "./session-row";

const shownAtFirst = 5;

/** Where the account is logged in; each of the others can be ended. */
export function SessionsCard({ sessions }: { sessions: readonly SessionFacts[] }) {
  const words = useTranslations("account.account");
  const nameOf = useSessionName();
  const { busy, problem, act } = useAct();
  const [ending, setEnding] = useState<SessionFacts | null>(null);
  const [isAll, setAll] = useState(false);

  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const shown = isAll ? ordered : ordered.slice(0, shownAtFirst);

  const end = ({ id }: SessionFacts) =>
    act(String(id), async () => {
      await callApi("DELETE", `/account/sessions/${id}`);
      return words("ended");
    }).then(() => setEnding(null));
  const endOthers = () =>
    act("others", async () =>
      words("endedOthers", { count: (await callApi<{ ended: number }>("DELETE", "/account/sessions")).ended }),
    );

  return (
    <Card
      title={words("sessions")}
      actions={
        sessions.length > 1 && (
          <Button busy={busy === "others"} onClick={() => void endOthers()}>
            {words("endOthers")}
          </Button>
        )
      }
    >
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <ul className="divide-y divide-hairline">
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          {words("sessionsAll", { count: sessions.length })}
        </Button>
      )}
      {sessions.length <= 1 && <p className="mt-3 text-ui text-muted">{words("onlyHere")}</p>}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setEnding(null)}
          danger
          title={words("endTitle")}
          body={words("endBody", { name: nameOf(ending) })}
          confirmLabel={words("end")}
          onConfirm={() => end(ending)}
        />
      )}
    </Card>
  );
}
