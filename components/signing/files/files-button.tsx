"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { fileAt } from "@/components/pages/page-file";
import { buttonLook } from "@/components/ui/button";
import { LazyMenu, lazyPart } from "@/components/ui/lazy-menu";
import type { ListedFile } from "./files-menu";

interface FilesButtonProps {
  files: readonly ListedFile[];
  /** The page in sight. */
  page: number;
  onGo: (page: number) => void;
}

const filesMenu = lazyPart(() => import("./files-menu").then((module) => module.FilesMenu));

/** Names the file in sight and opens a menu of all. Renders nothing for a document. */
export function FilesButton({ files, page, onGo }: FilesButtonProps) {
  const t = useTranslations("signing.files");
  if (files.length === 0) return null;
  const position = (fileAt(files, page)?.index ?? 0) + 1;
  const numbers = { position, total: files.length };
  return (
    <LazyMenu
      trigger={
        <button type="button" aria-label={t("jump", numbers)} className={buttonLook("secondary", "signer", "px-3!")}>
          <span aria-hidden className="whitespace-nowrap tabular-nums">
            <span className="max-sm:hidden">{t("file", numbers)}</span>
            <span className="sm:hidden">{t("fileShort", numbers)}</span>
          </span>
          <ChevronDown aria-hidden className="size-4" />
        </button>
      }
      menu={filesMenu}
      menuProps={{ files, onGo }}
    />
  );
}
