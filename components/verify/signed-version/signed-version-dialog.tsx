"use client";

import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import type { Pdf } from "@/components/pages/open-pdf";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/inputs";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { PageSheet } from "@/components/verify/compare/page-side";
import type { SignatureRecord } from "@/components/verify/result/verification";
import { byteCount } from "@/lib/platform/locale/format";

interface SignedVersionDialogProps {
  file: Blob;
  /** Length of the signed version in bytes. */
  end: number;
  title: string;
  signature: SignatureRecord;
  onClose: () => void;
  onSave: () => void;
}

/** The pages that one signature covers, one at a time, rendered by the browser. */
export function SignedVersionDialog({ file, end, title, signature, onClose, onSave }: SignedVersionDialogProps) {
  const [t, locale] = [useTranslations("verify.signedVersion"), useLocale()];
  const compare = useTranslations("verify.compare");
  const signed = useSignedPdf(file, end);
  const save = (
    <Button size="signer" icon={<Download aria-hidden className="size-4" />} onClick={onSave}>
      {t("save")}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="wide"
      title={title}
      description={
        <>
          {signature.signedAt && (
            <>
              <Time at={signature.signedAt} /> ·{" "}
            </>
          )}
          {t("facts", { size: byteCount(end, locale) })}
        </>
      }
    >
      {signature.verdict === "unsupported" && (
        <Notice tone="warning" className="mb-4">
          {compare("unchecked")}
        </Notice>
      )}
      {signed.state === "opening" && (
        <p role="status" className="text-ui text-muted">
          {t("opening")}
        </p>
      )}
      {signed.state === "failed" && (
        <Notice tone="info" role="status">
          {t("failed")}
        </Notice>
      )}
      {signed.state === "open" && <Pages pdf={signed.pdf}>{save}</Pages>}
      {signed.state === "failed" && <div className="mt-3 print:hidden">{save}</div>}
    </Dialog>
  );
}

/** The buttons scroll with the page, so that arrow keys scroll while one of them has the focus. */
function Pages({ pdf, children }: { pdf: Pdf; children: ReactNode }) {
  const t = useTranslations("verify.compare");
  const [page, setPage] = useState(1);
  const total = pdf.numPages;
  const step = (to: number, label: string, icon: ReactNode) => (
    <IconButton
      size="signer"
      label={label}
      icon={icon}
      aria-disabled={to < 1 || to > total || undefined}
      onClick={() => {
        if (to >= 1 && to <= total) setPage(to);
      }}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 print:hidden">
        {total > 1 && (
          <nav aria-label={t("page")} className="flex min-w-0 flex-1 basis-64 items-end gap-1">
            {step(page - 1, t("previous"), <ChevronLeft className="rtl:-scale-x-100" />)}
            <Select
              size="signer"
              label={t("page")}
              className="max-w-80 min-w-0 flex-1"
              value={String(page)}
              onChange={(event) => setPage(Number(event.target.value))}
              options={Array.from({ length: total }, (_, index) => ({
                value: String(index + 1),
                label: t("pageOf", { page: index + 1, total }),
              }))}
            />
            {step(page + 1, t("next"), <ChevronRight className="rtl:-scale-x-100" />)}
          </nav>
        )}
        {children}
      </div>
      <PageSheet
        key={page}
        pdf={pdf}
        page={page}
        label={t("picture.signed", { page })}
        places={[]}
        isExpected={false}
      />
    </div>
  );
}

export type SignedPdf = { state: "opening" } | { state: "failed" } | { state: "open"; pdf: Pdf };

/** Opens the first `end` bytes of a file with pdf.js, loaded at the first call. Nothing leaves the browser. */
export function useSignedPdf(file: Blob, end: number): SignedPdf {
  const [signed, setSigned] = useState<SignedPdf>({ state: "opening" });
  useEffect(() => {
    let isOver = false;
    let close = (): void => undefined;
    const open = async (): Promise<void> => {
      const { openPdfBlob } = await import("@/components/pages/open-pdf");
      if (isOver) return;
      const opening = openPdfBlob(file.slice(0, end));
      close = opening.close;
      const pdf = await opening.promise;
      if (!isOver) setSigned({ state: "open", pdf });
    };
    open().catch(() => {
      if (!isOver) setSigned({ state: "failed" });
    });
    return () => {
      isOver = true;
      close();
      setSigned({ state: "opening" });
    };
  }, [file, end]);
  return signed;
}
