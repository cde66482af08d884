"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { useToast } from "@/components/ui/toast";
import { SessionRow, useSessionName, type SessionFacts } from "./session-row";

const shownAtFirst = 5;

/** Where the account is logged in; each of the others can be ended. */
export function SessionsCard({ sessions }: { sessions: readonly SessionFacts[] }) {
  const words = useTranslations("account.account");
  const nameOf = useSessionName();
  const router = useRouter();
  const toast = useToast();
  const [ending, setEnding] = useState<SessionFacts | null>(null);
  const [isAll, setAll] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const shown = isAll ? ordered : ordered.slice(0, shownAtFirst);

  async function end({ id }: SessionFacts) {
    setProblem(null);
    try {
      await callApi("DELETE", `/account/sessions/${id}`);
      toast(words("ended"));
    } catch (error) {
      setProblem(asProblem(error));
    }
    setEnding(null);
    router.refresh();
  }

  return (
    <Card title={words("sessions")}>
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <ul className="divide-y divide-hairline">
        {shown.map((session) => <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />)}
      </ul>
      {shown.length < sessions.length && <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>{words("sessionsAll", { count: sessions.length })}</Button>}
      {sessions.length <= 1 && <p className="mt-3 text-ui text-muted">{words("onlyHere")}</p>}
      {ending && (
        <ConfirmDialog
          open onOpenChange={(open) => !open && setEnding(null)} danger title={words("endTitle")} body={words("endBody", { name: nameOf(ending) })} confirmLabel={words("end")}
          onConfirm={() => end(ending)}
        />
      )}
    </Card>
  );
}
