"use client";

import { CalendarClock, Copy, Gavel, Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState, type ReactElement } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useProblemText } from "@/components/api/use-problem-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Menu, MenuItem } from "@/components/ui/menu";
import { ProblemNotice } from "@/components/ui/problem-notice";
import { TextInput } from "@/components/ui/text-input";
import { useToast } from "@/components/ui/toast";
import type { FileWire } from "@/lib/views/schema";
import { HoldDialog, RetentionDialog } from "./retention-dialog";

export interface MoreMenuProps {
  trigger: ReactElement;
  file: Pick<FileWire, "uuid" | "name" | "expiresAt" | "contentDeletedAt" | "retention">;
  mayMoveDeadline: boolean;
  /** For administrators. */
  mayHold: boolean;
}

export function MoreMenu({ trigger, file, mayMoveDeadline, mayHold }: MoreMenuProps) {
  const t = useTranslations("documents.document.more");
  const [opened, setOpened] = useState<"deadline" | "period" | "hold" | null>(null);
  const onClose = () => setOpened(null);
  const hasContent = file.contentDeletedAt === null;
  const onHold = file.retention?.onHold ?? false;
  const duplicate = useDuplicating(file);
  return (
    <>
      <Menu trigger={trigger} startsOpen>
        {mayMoveDeadline && (
          <MenuItem icon={<CalendarClock />} onSelect={() => setOpened("deadline")}>
            {t("deadline")}
          </MenuItem>
        )}
        <MenuItem icon={<Copy />} onSelect={() => void duplicate()}>
          {t("duplicate")}
        </MenuItem>
        {hasContent && (
          <MenuItem icon={<Hourglass />} onSelect={() => setOpened("period")}>
            {t("period")}
          </MenuItem>
        )}
        {hasContent && mayHold && (
          <MenuItem icon={<Gavel />} onSelect={() => setOpened("hold")}>
            {t(onHold ? "liftHold" : "placeHold")}
          </MenuItem>
        )}
      </Menu>
      {opened === "deadline" && <DeadlineDialog file={file} onClose={onClose} />}
      {opened === "period" && <RetentionDialog file={file} onClose={onClose} />}
      {opened === "hold" && <HoldDialog file={file} onHold={onHold} onClose={onClose} />}
    </>
  );
}

const longestTitle = 255;

/** Creates a draft with the same document, signers and fields, and opens it. */
function useDuplicating({ uuid, name }: MoreMenuProps["file"]): () => Promise<void> {
  const t = useTranslations("documents.document.more");
  const router = useRouter();
  const toast = useToast();
  const say = useProblemText();
  return async () => {
    try {
      const made = await callApi<FileWire>("POST", `/file/${uuid}/duplicate`, {
        json: { name: t("copyOf", { name }).slice(0, longestTitle) },
      });
      toast(t("duplicated"));
      router.push(`/documents/${made.uuid}/signers`);
    } catch (error) {
      const { title, body } = say(asProblem(error));
      toast([title, body].join(" "));
    }
  };
}

const longestDays = 364;

interface DeadlineDialogProps {
  file: Pick<FileWire, "uuid" | "name" | "expiresAt">;
  onClose: () => void;
}

/** Sets another deadline for all signers, in the time zone of the requester. */
export function DeadlineDialog({ file, onClose }: DeadlineDialogProps) {
  const t = useTranslations("documents.document.newDeadline");
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
      toast(t("done"));
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
      title={t("title", { name: file.name })}
      description={t("body")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <form id={form} action={(data) => void move(data)} className="flex flex-col gap-4">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={t("day")}
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

/** In the format of a date field. */
function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
