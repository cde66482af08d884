"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import type { FileWire } from "@/lib/file-views/schema";

const longestDays = 364;

interface DeadlineDialogProps {
  file: Pick<FileWire, "uuid" | "name" | "expiresAt">;
  onClose: () => void;
}

/** Another last day for everybody, in the time zone of who chooses it. */
export function DeadlineDialog({ file, onClose }: DeadlineDialogProps) {
  const words = useTranslations("documents.document.newDeadline");
  const router = useRouter();
  const toast = useToast();
  const form = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function move(data: FormData) {
    const day = data.get("day");
    if (typeof day !== "string" || day === "") return;
    setBusy(true);
    setProblem(null);
    try {
      await callApi("PATCH", "/request-signature", {
        json: { uuid: file.uuid, expiresAt: new Date(`${day}T23:59:59`).toISOString() },
      });
      toast(words("done"));
      onClose();
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words("title", { name: file.name })}
      description={words("body")}
      footer={
        <>
          <Button onClick={onClose}>{words("cancel")}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {words("confirm")}
          </Button>
        </>
      }
    >
      <form id={form} action={(data) => void move(data)} className="flex flex-col gap-4">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={words("day")}
          name="day"
          type="date"
          required
          defaultValue={dayOf(file.expiresAt ? new Date(file.expiresAt) : new Date())}
          min={dayIn(1)}
          max={dayIn(longestDays)}
        />
      </form>
    </Dialog>
  );
}

function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return dayOf(day);
}

/** As a date field writes it. */
function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
