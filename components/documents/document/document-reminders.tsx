"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { ReminderFields, ReminderSummary } from "@/components/reminders/reminder-fields";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { ReminderPlan } from "@/lib/context/settings/schema";
import type { ReminderSchedule } from "@/lib/requests/state/schema";

interface DocumentRemindersProps {
  uuid: string;
  schedule: ReminderSchedule;
  signers: readonly { signRequestId: number; displayName: string }[];
  most: number;
}

/** The plan of automatic reminders, and the next e-mail to each signer, which can be skipped. */
export function DocumentReminders({ uuid, schedule, signers, most }: DocumentRemindersProps) {
  const t = useTranslations("reminders");
  const next = schedule.signers.flatMap((entry) => (entry.next ? [{ ...entry, next: entry.next }] : []));
  return (
    <Card title={t("title")} actions={<ChangePlan uuid={uuid} plan={schedule.reminders} most={most} />}>
      <p className="text-ui text-muted">
        <ReminderSummary plan={schedule.reminders} />
      </p>
      {next.length > 0 && (
        <ul className="mt-2 -mb-3 divide-y divide-hairline">
          {next.map((entry) => (
            <NextReminder
              key={entry.signRequestId}
              uuid={uuid}
              entry={entry}
              name={signers.find(({ signRequestId }) => signRequestId === entry.signRequestId)?.displayName ?? ""}
            />
          ))}
        </ul>
      )}
      {schedule.requesterWarningAt && (
        <p className="mt-4 text-caption text-muted">
          {t.rich("youAreWarned", { time: () => <Time at={schedule.requesterWarningAt ?? ""} /> })}
        </p>
      )}
    </Card>
  );
}

interface NextReminderProps {
  uuid: string;
  entry: { signRequestId: number; next: { kind: "reminder" | "deadline"; at: string } };
  name: string;
}

function NextReminder({ uuid, entry: { signRequestId, next }, name }: NextReminderProps) {
  const t = useTranslations("reminders");
  const { act, isBusy, problem } = useChange();
  const skip = () =>
    act(t("skipped", { name }), () =>
      callApi("POST", `/file/${uuid}/reminders/skip`, { json: { signRequestId, at: next.at } }),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-ui font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-ui text-muted">{t.rich(`next.${next.kind}`, { time: () => <Time at={next.at} /> })}</p>
      </div>
      <Button aria-label={t("skipName", { name })} busy={isBusy} onClick={() => void skip()}>
        {t("skip")}
      </Button>
      {problem && <ProblemNotice problem={problem} className="basis-full" />}
    </li>
  );
}

const offPlan: ReminderPlan = { firstAfterDays: 3, everyDays: 3, atMost: 0, warnDays: 0 };

function ChangePlan({ uuid, plan, most }: { uuid: string; plan: ReminderPlan | null; most: number }) {
  const t = useTranslations("reminders");
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(plan ?? offPlan);
  const { act, isBusy, problem } = useChange();

  async function save() {
    const isDone = await act(t("saved"), () =>
      callApi("PATCH", "/request-signature", { json: { uuid, reminders: chosen } }),
    );
    if (isDone) setOpen(false);
  }

  return (
    <>
      <Button
        onClick={() => {
          setChosen(plan ?? offPlan);
          setOpen(true);
        }}
      >
        {t("change")}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("title")}
        width="medium"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t("cancel")}</Button>
            <Button variant="primary" busy={isBusy} onClick={() => void save()}>
              {t("save")}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <ReminderFields plan={chosen} onChange={setChosen} most={most} />
          <p className="text-caption text-muted">{t("hours")}</p>
          {problem && <ProblemNotice problem={problem} />}
        </div>
      </Dialog>
    </>
  );
}

function useChange() {
  const router = useRouter();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  /** Resolves to whether `work` succeeded; then announces `done` and reads the page again. */
  async function act(done: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      toast(done);
      router.refresh();
      return true;
    } catch (error) {
      setProblem(asProblem(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { act, isBusy, problem };
}
