import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { LinkDocument, LinkField } from "@/lib/signing/schema";
import type { ListedFile } from "./files-menu";

/** The files of an envelope for the pages and the jump menu. Only a signer may have files that they do not sign. */
export function usePageFiles(
  { files, role }: Pick<LinkDocument, "files" | "role">,
  blank: readonly Pick<LinkField, "page">[] = none,
): readonly ListedFile[] {
  const t = useTranslations("signing.files");
  return useMemo(
    () =>
      (files ?? []).map(({ isMine, uuid, name, firstPage, pages }) => ({
        ...{ uuid, name, firstPage, pages },
        note: role === "signer" && !isMine ? t("notSigned") : undefined,
        left: blank.filter(({ page }) => page >= firstPage && page < firstPage + pages).length,
      })),
    [files, role, blank, t],
  );
}

const none: readonly LinkField[] = [];
