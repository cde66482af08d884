"use client";

import { Download, Printer } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { byteCount } from "@/components/documents/byte-count";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { HashLine } from "./hash-line";
import { saveReport } from "./save-report";
import type { CheckedFile } from "./use-check";
import type { Report } from "./verification";

/** Which file was checked and when, and ways to keep the result. */
export function ReportFile({ file, report }: { file: CheckedFile; report: Report }) {
  const [words, locale] = [useTranslations("verify"), useLocale()];
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-1 gap-x-4 text-ui sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-baseline sm:gap-y-2">
        <dt className="text-muted">{words("file")}</dt>
        <dd className="mb-2 wrap-anywhere sm:mb-0">
          <bdi>{file.name}</bdi>, {byteCount(file.size, locale)}
        </dd>
        <dt className="text-muted">{words("checkedAt")}</dt>
        <dd className="mb-2 sm:mb-0">
          <Time at={file.checkedAt} /> {words("checkedBy", { host: window.location.host })}
        </dd>
        <dt className="text-muted">{words("sha256")}</dt>
        <dd>
          <HashLine sha256={report.sha256} what={file.name} />
        </dd>
      </dl>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => saveReport(file, report)}>
          {words("saveReport")}
        </Button>
        <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
          {words("print")}
        </Button>
      </div>
    </div>
  );
}
