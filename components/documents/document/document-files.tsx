import { Download, FileText, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { DismissibleFindings } from "@/components/documents/dismissible-findings";
import { contentUrl } from "@/components/pages/page-source";
import { buttonLook } from "@/components/ui/button";
import { byteCount } from "@/components/ui/bytes";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import { isolate } from "@/lib/platform/locale/format";
import { statusOf } from "@/lib/records/events/status";
import type { FileWire } from "@/lib/views/schema";

interface DocumentFilesProps {
  file: Pick<FileWire, "files" | "signers" | "status" | "contentDeletedAt">;
  isRequester: boolean;
}

/** The files of an envelope, each with its download and its verification. */
export function DocumentFiles({ file, isRequester }: DocumentFilesProps) {
  const t = useTranslations("documents.parts");
  const locale = useLocale();
  if (!file.files) return null;
  const isDraft = statusOf(file.status) === "draft";
  const signing = file.signers.filter(({ role }) => role === "signer");
  const names = new Map(signing.map(({ signRequestId, displayName }) => [signRequestId, displayName]));
  return (
    <Card title={t("heading", { count: file.files.length })}>
      <ol className="-my-3 divide-y divide-hairline">
        {file.files.map(({ uuid, name, pages, size, signRequestIds, upload }) => (
          <li key={uuid} className="flex flex-wrap items-start gap-3 py-3">
            <FileText aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="text-ui font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <p className="text-caption text-muted">{t("facts", { count: pages, size: byteCount(size, locale) })}</p>
              {signRequestIds.length < names.size && (
                <p className="text-caption text-muted">
                  {t("signers", {
                    count: signRequestIds.length,
                    names: signRequestIds.map((id) => isolate(names.get(id) ?? "")).join(", "),
                  })}
                </p>
              )}
            </div>
            {!file.contentDeletedAt && (
              <a
                href={contentUrl({ kind: "file", uuid })}
                download
                aria-label={t("download", { name })}
                title={t("download", { name })}
                className={buttonLook("quiet", "app", square)}
              >
                <Download aria-hidden className="size-4" />
              </a>
            )}
            {!isDraft && (
              <PageLink
                href={`/verify/${uuid}`}
                aria-label={t("verify", { name })}
                title={t("verify", { name })}
                className={buttonLook("quiet", "app", square)}
              >
                <ShieldCheck aria-hidden className="size-4" />
              </PageLink>
            )}
            {upload && (
              <DismissibleFindings
                upload={upload}
                reader={isRequester ? "requester" : "signer"}
                uuid={uuid}
                isFolded
                className="w-full"
              />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const square = "size-9! min-h-0! p-0!";
