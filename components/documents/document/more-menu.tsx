"use client";

import {
  CalendarClock,
  Copy,
  FileArchive,
  FileCheck,
  FileClock,
  FileStack,
  FileText,
  Gavel,
  Hourglass,
  Trash2,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type FormEvent, type ReactElement } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice, useProblemText } from "@/components/api/problem-notice";
import { EndDialog } from "@/components/documents/confirmed-action";
import type { Ending } from "@/components/documents/document-states";
import { HoldDialog, RetentionDialog, useRetention } from "@/components/documents/retention-dialogs";
import { FormDialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { formatDateInput } from "@/lib/platform/locale/format";
import type { FileWire } from "@/lib/views/schema";
import { SaveAsTemplateDialog } from "./save-as-template-dialog";

export interface MoreMenuProps {
  trigger: ReactElement;
  file: Pick<
    FileWire,
    "uuid" | "fileId" | "kind" | "name" | "expiresAt" | "contentDeletedAt" | "retention" | "signers"
  >;
  /** Files beside the document itself. */
  downloads: readonly DocumentDownload[];
  /** The requester's actions; a signer has only the downloads. */
  isRequester: boolean;
  mayMoveDeadline: boolean;
  ending: Ending | null;
  adminEmail: string | null;
}

/** A file about the document: the upload, the evidence document, the bundle, the audit trail. */
export type DocumentDownload = "original" | "evidence" | "bundle" | "audit";

const downloads: Record<DocumentDownload, { icon: ReactElement; path: string }> = {
  original: { icon: <FileText />, path: "content?version=original" },
  evidence: { icon: <FileCheck />, path: "evidence" },
  bundle: { icon: <FileArchive />, path: "bundle" },
  audit: { icon: <FileClock />, path: "audit" },
};

export function MoreMenu({
  trigger,
  file,
  downloads: offered,
  isRequester,
  mayMoveDeadline,
  ending,
  adminEmail,
}: MoreMenuProps) {
  const t = useTranslations("documents.document");
  const files = useTranslations("documents.files.download");
  const [opened, setOpened] = useState<"deadline" | "hold" | "template" | null>(null);
  const onClose = () => setOpened(null);
  const period = useRetention(file.uuid);
  const hasContent = file.contentDeletedAt === null;
  const onHold = file.retention?.onHold ?? false;
  const [confirming, setConfirming] = useState<Ending | null>(null);
  const duplicate = useDuplicating(file);
  return (
    <>
      <Menu trigger={trigger} startsOpen>
        {offered.map((name) => (
          <MenuLink
            key={name}
            href={`/api/v1/file/${file.uuid}/${downloads[name].path}`}
            icon={downloads[name].icon}
            download={name === "audit" ? `${file.uuid}-audit.json` : true}
          >
            {files(name)}
          </MenuLink>
        ))}
        {isRequester && offered.length > 0 && <MenuSeparator />}
        {mayMoveDeadline && (
          <MenuItem icon={<CalendarClock />} onSelect={() => setOpened("deadline")}>
            {t("more.deadline")}
          </MenuItem>
        )}
        {isRequester && (
          <MenuItem icon={<Copy />} onSelect={() => void duplicate()}>
            {t("more.duplicate")}
          </MenuItem>
        )}
        {isRequester && hasContent && file.kind !== "envelope" && (
          <MenuItem icon={<FileStack />} onSelect={() => setOpened("template")}>
            {t("more.template")}
          </MenuItem>
        )}
        {isRequester && hasContent && (
          <MenuItem icon={<Hourglass />} onSelect={() => void period.open()}>
            {t("more.period")}
          </MenuItem>
        )}
        {hasContent && adminEmail !== null && (
          <MenuItem icon={<Gavel />} onSelect={() => setOpened("hold")}>
            {t(onHold ? "more.liftHold" : "more.placeHold")}
          </MenuItem>
        )}
        {ending && <MenuSeparator />}
        {ending && (
          <MenuItem danger icon={ending === "withdraw" ? <Undo2 /> : <Trash2 />} onSelect={() => setConfirming(ending)}>
            {t(ending === "withdraw" ? "withdraw.button" : `delete.${ending}.button`)}
          </MenuItem>
        )}
      </Menu>
      <EndDialog file={file} ending={confirming} onClose={() => setConfirming(null)} leadsTo="/documents" />
      {opened === "template" && <SaveAsTemplateDialog file={file} onClose={onClose} />}
      {opened === "deadline" && <DeadlineDialog file={file} onClose={onClose} />}
      {period.retention && <RetentionDialog file={file} retention={period.retention} onClose={period.close} />}
      {opened === "hold" && adminEmail !== null && (
        <HoldDialog file={file} onHold={onHold} email={adminEmail} onClose={onClose} />
      )}
    </>
  );
}

const longestTitle = 255;

/** Creates a draft with the same document, signers and fields, and opens it. */
function useDuplicating({ uuid, name }: Pick<FileWire, "uuid" | "name">): () => Promise<void> {
  const t = useTranslations("documents.document.more");
  const router = useRouter();
  const toast = useToast();
  const problemText = useProblemText();
  return async () => {
    try {
      const made = await callApi<FileWire>("POST", `/file/${uuid}/duplicate`, {
        json: { name: t("copyOf", { name }).slice(0, longestTitle) },
      });
      toast(t("duplicated"));
      router.push(`/documents/${made.uuid}/signers`);
    } catch (error) {
      const { title, body } = problemText(asProblem(error));
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
  const [firstDay] = useState(() => formatDateInput(file.expiresAt ? new Date(file.expiresAt) : new Date()));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function move(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const day = new FormData(event.currentTarget).get("day");
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
    <FormDialog
      onOpenChange={onClose}
      title={t("title", { name: file.name })}
      description={t("body")}
      cancelLabel={t("cancel")}
      submitLabel={t("confirm")}
      isBusy={isBusy}
      form={{ onSubmit: (event) => void move(event) }}
    >
      {problem && <ProblemNotice problem={problem} />}
      <TextInput
        label={t("day")}
        name="day"
        type="date"
        required
        defaultValue={firstDay}
        min={dayIn(1)}
        max={dayIn(longestDays)}
      />
    </FormDialog>
  );
}

function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return formatDateInput(day);
}
