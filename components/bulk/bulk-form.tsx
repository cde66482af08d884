"use client";

import { Download, FileSpreadsheet } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { readBase64 } from "@/components/api/upload";
import { Button, buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/dialog";
import { DropArea, FileChooser } from "@/components/ui/file-chooser";
import { Checkbox, TextInput } from "@/components/ui/inputs";
import { useAnnounce } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Spinner } from "@/components/ui/progress";
import { useToast } from "@/components/ui/toast";
import { byteLimit } from "@/lib/platform/locale/format";
import type { BulkCheckWire, BulkSendWire } from "@/lib/requests/bulk/schema";
import { CheckReport } from "./bulk-tables";

interface BulkFormProps {
  template: { id: number; name: string };
  mostRows: number;
  maxBytes: number;
}

interface Chosen {
  name: string;
  base64: string;
}

/** Takes a CSV file, shows its problems and first rows, and starts the bulk send. */
export function BulkForm({ template, mostRows, maxBytes }: BulkFormProps) {
  const t = useTranslations("bulk");
  const router = useRouter();
  const toast = useToast();
  const [name, setName] = useState(template.name);
  const [isAsking, setAsking] = useState(false);
  const [startProblem, setStartProblem] = useState<ApiProblem | null>(null);
  const check = useCheck(template.id);
  const size = byteLimit(maxBytes);
  const { chosen, report, duplicates } = check;
  const badRows = report === null ? 0 : report.rows - report.good;

  function choose(files: File[]) {
    const [file] = files;
    if (!file) return;
    if (files.length > 1) check.refuse(t("form.oneFile"));
    else if (file.size > maxBytes) check.refuse(t("form.tooLarge", { name: file.name, size }));
    else void check.take(file);
  }

  async function start() {
    try {
      const made = await callApi<BulkSendWire>("POST", `/templates/${template.id}/bulk-sends`, {
        json: {
          csv: { base64: chosen?.base64 ?? "" },
          ...(name.trim() === "" ? {} : { name: name.trim() }),
          ...(duplicates ? { duplicates: "allow" } : {}),
          skipProblems: true,
        },
      });
      toast(t("report.started"));
      router.push(`/bulk-sends/${made.id}`);
    } catch (error) {
      setStartProblem(asProblem(error));
    }
  }

  return (
    <div className="max-w-200">
      <DropArea label={t("form.drop")} onDrop={choose} />
      <PageHeader
        title={t("form.title", { name: template.name })}
        back={{ href: `/templates/${template.id}`, label: t("form.back") }}
      />
      <div className="flex flex-col gap-6">
        <Card title={t("form.file")}>
          <p className="-mt-2 mb-4 text-ui text-muted">{t("form.hint", { rows: mostRows, size })}</p>
          <div className="flex flex-wrap items-center gap-3">
            <FileChooser
              accept="text/csv,.csv,.tsv,.txt"
              inputLabel={t("form.file")}
              variant={report === null ? "primary" : "secondary"}
              busy={check.isBusy}
              onChoose={choose}
            >
              {t(chosen === null ? "form.choose" : "form.chooseOther")}
            </FileChooser>
            {chosen === null && <span className="text-ui text-muted pointer-coarse:hidden">{t("form.orDrop")}</span>}
            <a
              href={`/api/v1/templates/${template.id}/bulk-sends/example`}
              download
              className={buttonLook("secondary", "app")}
            >
              <Download aria-hidden className="size-4" />
              {t("form.example")}
            </a>
          </div>
          <p role="status" className="flex min-w-0 items-center gap-2 text-ui wrap-anywhere">
            {check.isBusy ? (
              <span className="mt-4 flex items-center gap-2">
                <Spinner /> {t("form.checking", { name: check.fileName })}
              </span>
            ) : (
              chosen && (
                <span className="mt-4 flex min-w-0 items-center gap-2">
                  <FileSpreadsheet aria-hidden className="size-4 shrink-0 text-muted" />
                  <bdi>{chosen.name}</bdi>
                </span>
              )
            )}
          </p>
        </Card>
        {check.refused && <Notice tone="danger" role="alert" title={check.refused} />}
        {check.problem && <ProblemNotice problem={check.problem} />}
        {report && <CheckReport report={report} />}
        {report && (duplicates || report.problems.some(({ code }) => code === "duplicate_address")) && (
          <Checkbox
            label={t("report.duplicates")}
            checked={duplicates}
            disabled={check.isBusy}
            onChange={(event) => void check.allowDuplicates(event.target.checked)}
          />
        )}
        {report && report.good > 0 && (
          <>
            <TextInput
              label={t("report.name")}
              hint={t("report.nameHint")}
              required={false}
              maxLength={255}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="primary" onClick={() => setAsking(true)}>
                {t("report.send", { count: report.good })}
              </Button>
            </div>
            <ConfirmDialog
              open={isAsking}
              onOpenChange={(open) => {
                setAsking(open);
                setStartProblem(null);
              }}
              title={t("report.confirmTitle", { count: report.good })}
              body={
                <>
                  <p>{t("report.confirmBody")}</p>
                  {badRows > 0 && <p className="mt-2">{t("report.confirmLeftOut", { count: badRows })}</p>}
                </>
              }
              confirmLabel={t("report.send", { count: report.good })}
              onConfirm={start}
            >
              {startProblem && <ProblemNotice problem={startProblem} />}
            </ConfirmDialog>
          </>
        )}
      </div>
    </div>
  );
}

/** The chosen file and the server's check of it. */
function useCheck(templateId: number) {
  const t = useTranslations("bulk.report");
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fileName, setFileName] = useState("");
  const [report, setReport] = useState<BulkCheckWire | null>(null);
  const [duplicates, setDuplicates] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const newest = useRef(0);

  async function ask(file: Chosen, allows: boolean) {
    const number = ++newest.current;
    setBusy(true);
    setProblem(null);
    setRefused(null);
    try {
      const answer = await callApi<BulkCheckWire>("POST", `/templates/${templateId}/bulk-sends/check`, {
        json: { csv: { base64: file.base64 }, ...(allows ? { duplicates: "allow" } : {}) },
      });
      if (number !== newest.current) return;
      setReport(answer);
      announce(t("good", { count: answer.good }));
    } catch (error) {
      if (number !== newest.current) return;
      setReport(null);
      setProblem(asProblem(error));
    }
    setBusy(false);
  }

  return {
    chosen,
    fileName,
    report,
    duplicates,
    isBusy,
    refused,
    problem,
    refuse(text: string) {
      newest.current += 1;
      setBusy(false);
      setChosen(null);
      setReport(null);
      setProblem(null);
      setRefused(text);
    },
    async take(file: File) {
      setFileName(file.name);
      setDuplicates(false);
      setReport(null);
      setBusy(true);
      try {
        const read = { name: file.name, base64: await readBase64(file) };
        setChosen(read);
        await ask(read, false);
      } catch (error) {
        setBusy(false);
        setProblem(asProblem(error));
      }
    },
    async allowDuplicates(allows: boolean) {
      setDuplicates(allows);
      if (chosen) await ask(chosen, allows);
    },
  };
}
