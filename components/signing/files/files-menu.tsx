"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { PageFile } from "@/components/pages/page-source";
import { Menu, MenuItem } from "@/components/ui/menu";

/** A file in the jump menu. */
export interface ListedFile extends PageFile {
  /** Blank required fields of the person in it. */
  left: number;
}

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
