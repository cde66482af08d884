import { Download, FileText, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { contentHref, fileNameOf } from "@/components/signing/page-document";
import { buttonLook } from "@/components/ui/button";
import type { LinkFile } from "@/lib/signing/schema";

/** Each file of an envelope with its download and its verification. */
export function FileCopies({ files, u }: { files: readonly LinkFile[]; u: string }) {
  const t = useTranslations("signing.files");
  return (
    <ul aria-label={t("list")} className="divide-y divide-hairline rounded-control border border-hairline">
      {files.map((file) => (
        <li key={file.uuid} className="flex items-center gap-3 py-1.5 ps-4 pe-2">
          <FileText aria-hidden className="size-5 shrink-0 text-muted" />
          <div className="min-w-0 flex-1 py-1">
            <p className="truncate text-ui font-medium">
              <bdi>{file.name}</bdi>
            </p>
            <p className="text-caption text-muted">{t("pages", { count: file.pages })}</p>
          </div>
          <a
            href={contentHref(u, "current", file.uuid)}
            download={fileNameOf(file.name)}
            aria-label={t("download", { name: file.name })}
            title={t("download", { name: file.name })}
            className={buttonLook("quiet", "signer", "size-11! px-0!")}
          >
            <Download aria-hidden className="size-5" />
          </a>
          <a
            href={`/verify/${file.uuid}`}
            aria-label={t("verify", { name: file.name })}
            title={t("verify", { name: file.name })}
            className={buttonLook("quiet", "signer", "size-11! px-0!")}
          >
            <ShieldCheck aria-hidden className="size-5" />
          </a>
        </li>
      ))}
    </ul>
  );
}
