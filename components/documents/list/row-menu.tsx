"use client";

import { Bell, Copy, Download, FileText, PenLine, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactElement } from "react";
import { asProblem, callApi } from "@/components/api/call";
import { useProblemText } from "@/components/api/problem-notice";
import { EndDialog } from "@/components/documents/confirmed-action";
import type { Ending } from "@/components/documents/document-states";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import type { Reminders } from "@/lib/requests/state/schema";
import type { DashboardRow } from "@/lib/views/schema";
import { rowActions } from "./row-actions";

/** Actions on one document of the list. Irreversible ones ask first. */
export function RowMenu({ row, trigger }: { row: DashboardRow; trigger: ReactElement }) {
  const t = useTranslations("documents.list");
  const [confirming, setConfirming] = useState<Ending | null>(null);
  const remind = useRemindAll(row);
  const copyLink = useCopyLink(row.uuid);
  const actions = rowActions(row);
  return (
    <>
      <Menu trigger={trigger} startsOpen>
        <MenuLink href={`/documents/${row.uuid}`} icon={<FileText />}>
          {t("action.open")}
        </MenuLink>
        {actions.mayEdit && (
          <MenuLink href={`/documents/${row.uuid}/signers`} icon={<PenLine />}>
            {t("action.edit")}
          </MenuLink>
        )}
        {actions.mayDownload && (
          <MenuLink href={`/api/v1/file/${row.uuid}/content`} download icon={<Download />}>
            {t("action.download")}
          </MenuLink>
        )}
        {actions.linksFor.map(({ signRequestId, name }) => (
          <MenuItem key={signRequestId} icon={<Copy />} onSelect={() => void copyLink(signRequestId)}>
            {t("action.copyLink", { name })}
          </MenuItem>
        ))}
        {actions.mayRemind && (
          <MenuItem icon={<Bell />} onSelect={() => void remind()}>
            {t("action.remind")}
          </MenuItem>
        )}
        {actions.end && <MenuSeparator />}
        {actions.end && (
          <MenuItem
            danger
            icon={actions.end === "withdraw" ? <Undo2 /> : <Trash2 />}
            onSelect={() => setConfirming(actions.end)}
          >
            {t(`action.${actions.end}`)}
          </MenuItem>
        )}
      </Menu>
      <EndDialog file={row} ending={confirming} onClose={() => setConfirming(null)} />
    </>
  );
}

/**
 * Copies a link that a requester may pass on to a signer. It contains no secret: it leads to a log-in or an e-mailed
 * code.
 */
export function useCopyLink(uuid: string): (signRequestId: number) => Promise<void> {
  const t = useTranslations("shell.copy");
  const toast = useToast();
  return async (signRequestId) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}/to/${uuid}/${signRequestId}`);
      toast(t("done"));
    } catch {
      toast(t("failed"));
    }
  };
}

/** Sends a reminder to every signer whose turn it is, and reports how many were sent or why none was. */
export function useRemindAll({ fileId }: Pick<DashboardRow, "fileId">): () => Promise<void> {
  const t = useTranslations("documents.list");
  const toast = useToast();
  const problemText = useProblemText();
  return async () => {
    try {
      const { data } = await callApi<Reminders>("POST", "/notify/signers", { json: { fileId } });
      toast(t("reminded", { count: data.filter(({ notified }) => notified).length }));
    } catch (error) {
      const { title, body, more } = problemText(asProblem(error));
      toast([title, more[0] ?? body].join(" "));
    }
  };
}
