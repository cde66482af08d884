"use client";

import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { byteCount } from "@/components/documents/byte-count";
import type { Pdf } from "@/components/pages/open-pdf";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { PageSheet } from "../compare/page-side";
import type { SignatureRecord } from "../verification";
import { useSignedPdf } from "./use-signed-pdf";

interface SignedVersionDialogProps {
  file: Blob;
  /** Bytes of the file that were signed. */
  end: number;
  title: string;
  signature: SignatureRecord;
  onClose: () => void;
  onSave: () => void;
}

/** The pages of the document as one signature signed it, one at a time, drawn by the browser. */
export function SignedVersionDialog({ file, end, title, signature, onClose, onSave }: SignedVersionDialogProps) {
  const [words, locale] = [useTranslations("verify.signedVersion"), useLocale()];
  const compare = useTranslations("verify.compare");
  const signed = useSignedPdf(file, end);
  const save = (
    <Button size="signer" icon={<Download aria-hidden className="size-4" />} onClick={onSave}>
      {words("save")}
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
          {words("facts", { size: byteCount(end, locale) })}
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
          {words("opening")}
        </p>
      )}
      {signed.state === "failed" && (
        <Notice tone="info" role="status">
          {words("failed")}
        </Notice>
      )}
      {signed.state === "open" && <Pages pdf={signed.pdf}>{save}</Pages>}
      {signed.state === "failed" && <div className="mt-3">{save}</div>}
    </Dialog>
  );
}

/** The buttons scroll with the page, so that arrow keys move the page while one of them has the focus. */
function Pages({ pdf, children }: { pdf: Pdf; children: ReactNode }) {
  const words = useTranslations("verify.compare");
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
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        {total > 1 && (
          <nav aria-label={words("page")} className="flex min-w-0 flex-1 basis-64 items-end gap-1">
            {step(page - 1, words("previous"), <ChevronLeft className="rtl:-scale-x-100" />)}
            <Select
              size="signer"
              label={words("page")}
              className="max-w-80 min-w-0 flex-1"
              value={String(page)}
              onChange={(event) => setPage(Number(event.target.value))}
              options={Array.from({ length: total }, (_, index) => ({
                value: String(index + 1),
                label: words("pageOf", { page: index + 1, total }),
              }))}
            />
            {step(page + 1, words("next"), <ChevronRight className="rtl:-scale-x-100" />)}
          </nav>
        )}
        {children}
      </div>
      <PageSheet
        key={page}
        pdf={pdf}
        page={page}
        label={words("picture.signed", { page })}
        places={[]}
        isExpected={false}
      />
    </div>
  );
}
