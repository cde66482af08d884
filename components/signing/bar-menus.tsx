"use client";

import { Ban, Download, FileText, UserRoundPen } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkDocument } from "@/lib/signing/schema";
import { contentHref, type ListedFile } from "./files/page-files";

interface FilesMenuProps {
  files: readonly ListedFile[];
  onGo: (page: number) => void;
  trigger: ReactElement;
}

/** Jumps to a file. */
export function FilesMenu({ files, onGo, trigger }: FilesMenuProps) {
  const t = useTranslations("signing.files");
  return (
    <Menu trigger={trigger} startsOpen>
      {files.map((file, index) => (
        <MenuItem key={file.uuid} icon={<FileText />} onSelect={() => onGo(file.firstPage)}>
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {index + 1}. <bdi>{file.name}</bdi>
            </span>
            <span className="block text-caption text-muted">
              {file.left > 0 ? t("left", { count: file.left }) : (file.note ?? t("pages", { count: file.pages }))}
            </span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

interface MoreMenuProps {
  u: string;
  files: readonly ListedFile[];
  role: LinkDocument["role"];
  onDecline: () => void;
  /** Undefined if the person may not delegate. */
  onDelegate: (() => void) | undefined;
  trigger: ReactElement;
}

export function MoreMenu({ u, files, role, onDecline, onDelegate, trigger }: MoreMenuProps) {
  const t = useTranslations("signing");
  return (
    <Menu trigger={trigger} startsOpen>
      {files.length === 0 && (
        <MenuLink href={contentHref(u, "original")} download icon={<Download />}>
          {t("document.downloadOriginal")}
        </MenuLink>
      )}
      {files.map(({ uuid, name }) => (
        <MenuLink key={uuid} href={contentHref(u, "original", uuid)} download icon={<Download />}>
          <span className="min-w-0 truncate">{t("files.downloadOriginal", { name: isolate(name) })}</span>
        </MenuLink>
      ))}
      {onDelegate && (
        <MenuItem icon={<UserRoundPen />} onSelect={onDelegate}>
          {t("delegate.menu")}
        </MenuItem>
      )}
      {role !== "viewer" && (
        <MenuItem danger icon={<Ban />} onSelect={onDecline}>
          {t("bar.decline", { role })}
        </MenuItem>
      )}
    </Menu>
  );
}
