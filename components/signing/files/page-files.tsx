import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { PageFile } from "@/components/pages/page-source";
import type { LinkDocument, LinkField, LinkFile } from "@/lib/signing/schema";

/** A file in the jump menu. */
export interface ListedFile extends PageFile {
  /** Blank required fields of the person in it. */
  left: number;
}

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

/** URL of the bytes of the document, or of one file of an envelope, for the holder of the link. */
export function contentHref(u: string, version: "current" | "original", file?: string): string {
  const query = [version === "original" ? "version=original" : [], file === undefined ? [] : `file=${file}`].flat();
  return `/api/v1/sign/uuid/${u}/content${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

export function fileNameOf(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`;
}

/** The files that one signature covers, listed before signing. */
export function SignedFiles({ files }: { files: readonly LinkFile[] }) {
  const t = useTranslations("signing.files");
  const signed = files.filter(({ isMine }) => isMine);
  return (
    <div className="mb-3 text-ui">
      <p className="text-muted">{t("signs", { count: signed.length })}</p>
      <ul className="mt-1 max-h-24 list-disc overflow-y-auto ps-5">
        {signed.map(({ uuid, name }) => (
          <li key={uuid} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
