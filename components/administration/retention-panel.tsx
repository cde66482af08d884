"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { ReauthDialog } from "@/components/account/reauth-dialog";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { TextInput } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { dueListAnswer } from "@/lib/evidence/schema";
import { isolate } from "@/lib/platform/locale/format";

type DueList = z.infer<typeof dueListAnswer>;

/**
 * Documents that retention will delete, and legal holds that prevent it. `ifDays` previews another retention period of
 * the instance, and `email` is the administrator's.
 */
export function RetentionPanel({ due, ifDays, email }: { due: DueList; ifDays: number | null; email: string }) {
  return (
    <div className="flex flex-col gap-6">
      {due.clock && <StoppedClock problem={due.clock.problem} email={email} />}
      <DueDocuments due={due} ifDays={ifDays} />
      <Holds held={due.held} count={due.onHold} email={email} />
    </div>
  );
}

interface StoppedClockProps {
  problem: NonNullable<DueList["clock"]>["problem"];
  email: string;
}

function StoppedClock({ problem, email }: StoppedClockProps) {
  const t = useTranslations("administration.retention");
  const router = useRouter();
  const toast = useToast();
  const [isConfirming, setConfirming] = useState(false);
  async function confirm() {
    await callApi("POST", "/admin/retention/clock", {});
    setConfirming(false);
    toast(t("confirmed"));
    router.refresh();
  }
  return (
    <Notice tone="warning" title={t("stoppedTitle")}>
      <p>
        {t(`stopped.${problem}`)} {t("stoppedBody")}
      </p>
      <Button className="mt-3" onClick={() => setConfirming(true)}>
        {t("confirm")}
      </Button>
      {isConfirming && (
        <ReauthDialog
          title={t("confirmTitle")}
          description={t("confirmBody")}
          email={email}
          confirmLabel={t("confirm")}
          onConfirm={confirm}
          onClose={() => setConfirming(false)}
        />
      )}
    </Notice>
  );
}

function DueDocuments({ due: { data, total }, ifDays }: { due: DueList; ifDays: number | null }) {
  const t = useTranslations("administration.retention");
  return (
    <Card title={ifDays === null ? t("dueTitle") : t("dueIfTitle", { days: ifDays })}>
      <p className="-mt-2 mb-4 max-w-180 text-ui text-muted">{t("dueBody")}</p>
      {data.length === 0 && <EmptyState isInCard picture="documents" title={t("none")} />}
      <ul className="divide-y divide-hairline">
        {data.map(({ uuid, name, sentBy, deletionAt, announced }) => (
          <li key={uuid} className="py-3 text-ui">
            <p className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </p>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-caption text-muted">
              <span>{t("sentBy", { name: isolate(sentBy.displayName) })}</span>
              <span>{t.rich("deletion", { at: () => <Time at={deletionAt} /> })}</span>
              {announced && <span>{t("announced")}</span>}
              <code className="font-mono wrap-anywhere">{uuid}</code>
            </p>
          </li>
        ))}
      </ul>
      {total > data.length && (
        <p className="mt-3 text-caption text-muted">{t("more", { count: total - data.length })}</p>
      )}
      <form action="/administration/retention" className="mt-5 flex flex-wrap items-end gap-3">
        <TextInput
          label={t("dryRun")}
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={36500}
          required
          defaultValue={ifDays ?? ""}
          className="max-w-60"
        />
        <Button type="submit">{t("show")}</Button>
      </form>
    </Card>
  );
}

function Holds({ held, count, email }: { held: DueList["held"]; count: number; email: string }) {
  const t = useTranslations("administration.retention");
  return (
    <Card title={t("holds")}>
      <p className="-mt-2 mb-4 max-w-180 text-ui text-muted">{t("holdsBody", { count })}</p>
      <ul aria-label={t("holds")} className="divide-y divide-hairline empty:hidden">
        {held.map((document) => (
          <HeldDocument key={document.uuid} document={document} email={email} />
        ))}
      </ul>
      {count > held.length && (
        <p className="mt-3 text-caption text-muted">{t("more", { count: count - held.length })}</p>
      )}
      <HoldForm />
    </Card>
  );
}

interface HeldDocumentProps {
  document: DueList["held"][number];
  email: string;
}

function HeldDocument({ document: { uuid, name, sentBy, heldAt }, email }: HeldDocumentProps) {
  const t = useTranslations("administration.retention");
  const router = useRouter();
  const toast = useToast();
  const [isLifting, setLifting] = useState(false);
  async function lift() {
    await callApi("DELETE", `/admin/holds/${uuid}`);
    setLifting(false);
    toast(t("lifted"));
    router.refresh();
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-ui">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-caption text-muted">
          <span>{t("sentBy", { name: isolate(sentBy.displayName) })}</span>
          <span>{t.rich("heldAt", { at: () => <Time at={heldAt} /> })}</span>
          <code className="font-mono wrap-anywhere">{uuid}</code>
        </p>
      </div>
      <Button aria-label={t("liftName", { name })} onClick={() => setLifting(true)}>
        {t("lift")}
      </Button>
      {isLifting && (
        <ReauthDialog
          title={t("liftTitle", { name })}
          description={t("liftBody")}
          email={email}
          confirmLabel={t("lift")}
          onConfirm={lift}
          onClose={() => setLifting(false)}
        />
      )}
    </li>
  );
}

/** Places a hold on any document, even one that the administrator may not read. */
function HoldForm() {
  const t = useTranslations("administration.retention");
  const router = useRouter();
  const toast = useToast();
  const [uuid, setUuid] = useState("");
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    await callApi("PUT", `/admin/holds/${encodeURIComponent(uuid.trim())}`, {});
    toast(t("placed"));
    setUuid("");
    router.refresh();
  });
  return (
    <form onSubmit={onSubmit} className="mt-5 flex max-w-120 flex-col items-start gap-4">
      <TextInput
        className="w-full"
        label={t("uuid")}
        hint={t("uuidHint")}
        autoComplete="off"
        required
        maxLength={36}
        value={uuid}
        onChange={(event) => setUuid(event.target.value)}
      />
      {problem && <ProblemNotice problem={problem} />}
      <Button type="submit" busy={isBusy}>
        {t("place")}
      </Button>
    </form>
  );
}
