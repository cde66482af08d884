"use client";

import { Bell, Copy, Download, FileText, PenLine, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactElement } from "react";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu-item";
import type { DashboardRow } from "@/lib/file-views/schema";
import { EndDialog, type Ending } from "./end-dialog";
import { rowActs } from "./row-act-names";
import { useCopyLink } from "./use-copy-link";
import { useRemindAll } from "./use-remind-all";

/** The acts on one document of the list. Those that cannot be taken back ask first. */
export function RowMenu({ row, trigger }: { row: DashboardRow; trigger: ReactElement }) {
  const words = useTranslations("documents.list");
  const [asked, setAsked] = useState<Ending | null>(null);
  const remind = useRemindAll(row);
  const copyLink = useCopyLink(row.uuid);
  const acts = rowActs(row);
  return (
    <>
      <Menu trigger={trigger} startsOpen>
        <MenuLink href={`/documents/${row.uuid}`} icon={<FileText />}>
          {words("act.open")}
        </MenuLink>
        {acts.mayEdit && (
          <MenuLink href={`/documents/${row.uuid}/signers`} icon={<PenLine />}>
            {words("act.edit")}
          </MenuLink>
        )}
        {acts.mayDownload && (
          <MenuLink href={`/api/v1/file/${row.uuid}/content`} download icon={<Download />}>
            {words("act.download")}
          </MenuLink>
        )}
        {acts.linksFor.map(({ signRequestId, name }) => (
          <MenuItem key={signRequestId} icon={<Copy />} onSelect={() => void copyLink(signRequestId)}>
            {words("act.copyLink", { name })}
          </MenuItem>
        ))}
        {acts.mayRemind && (
          <MenuItem icon={<Bell />} onSelect={() => void remind()}>
            {words("act.remind")}
          </MenuItem>
        )}
        {acts.end && <MenuSeparator />}
        {acts.end && (
          <MenuItem danger icon={acts.end === "withdraw" ? <Undo2 /> : <Trash2 />} onSelect={() => setAsked(acts.end)}>
            {words(`act.${acts.end}`)}
          </MenuItem>
        )}
      </Menu>
      <EndDialog row={row} ending={asked} onClose={() => setAsked(null)} />
    </>
  );
}
