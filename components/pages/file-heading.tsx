import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PageFile } from "./page-file";

interface FileHeadingProps {
  file: PageFile;
  /** From 0. */
  index: number;
  count: number;
}

/** Above the first page of a file of an envelope. */
export function FileHeading({ file, index, count }: FileHeadingProps) {
  const t = useTranslations("shell.pages");
  return (
    <div className="absolute inset-x-0 bottom-full flex h-14 items-center gap-2.5 pb-1">
      <FileText aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0">
        <h2 className="truncate text-ui font-semibold text-ink">
          <bdi>{file.name}</bdi>
        </h2>
        <p className="truncate text-caption text-muted">
          {t("fileOf", { position: index + 1, total: count })}
          {file.note !== undefined && ` · ${file.note}`}
        </p>
      </div>
    </div>
  );
}
