"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { PdfChooser, RefusedFile } from "@/components/documents/new/new-document";
import { usePdfChoice } from "@/components/documents/new/use-pdf-choice";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { ProblemNotice } from "@/components/ui/problem-notice";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { readBase64 } from "./read-base64";

interface ReplacePdfProps {
  template: TemplateWire;
  onReplaced: (changed: TemplateWire) => void;
  maxBytes: number;
}

/** Swaps the PDF in a new version, and lists the fields that no longer fit. */
export function ReplacePdf({ template, onReplaced, maxBytes }: ReplacePdfProps) {
  const t = useTranslations("templates.replace");
  const labels = useTranslations("templates.detail");
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [unfit, setUnfit] = useState<NonNullable<TemplateWire["unfit"]> | null>(null);

  async function replace(file: File) {
    setBusy(true);
    setProblem(null);
    try {
      const changed = await callApi<TemplateWire>("PUT", `/templates/${template.id}`, {
        json: { version: template.version, file: { base64: await readBase64(file) } },
      });
      onReplaced(changed);
      setUnfit(changed.unfit ?? []);
      router.refresh();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  const { refused, choose } = usePdfChoice(maxBytes, (file) => void replace(file));
  return (
    <Card title={t("title")}>
      <p className="-mt-2 mb-4 text-ui text-muted">{t("body")}</p>
      {refused && <RefusedFile refused={refused} maxBytes={maxBytes} />}
      {problem && <ProblemNotice problem={problem} className="mb-4" />}
      <div role="status" className="not-empty:mb-4">
        {unfit?.length === 0 && t("done")}
        {unfit && unfit.length > 0 && (
          <Notice tone="warning" title={t("unfit", { count: unfit.length })}>
            <ul className="list-disc ps-4">
              {unfit.map(({ name, page, reason }) => (
                <li key={name} className="wrap-anywhere">
                  {t(`reason.${reason}`, { name, page })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {unfit && template.frozenFields > 0 && (
          <Notice
            tone="info"
            className="mt-3"
            action={<ButtonLink href={`/templates/${template.id}/edit`}>{labels("editFields")}</ButtonLink>}
          >
            {t("form", { count: template.frozenFields })}
          </Notice>
        )}
      </div>
      <PdfChooser busy={isBusy} onChoose={choose}>
        {t("button")}
      </PdfChooser>
    </Card>
  );
}
