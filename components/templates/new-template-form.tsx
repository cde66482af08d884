"use client";

import { ArrowRight, CircleAlert, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { readBase64 } from "@/components/api/upload";
import { PdfChooser, RefusedFile, titleOfFile, usePdfChoice } from "@/components/documents/document-choice";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextInput } from "@/components/ui/inputs";
import { PageHeader } from "@/components/ui/page-header";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { emptyRole, RoleList, roleProblems, toRoles, type RoleEntry } from "./role-list";

/** Creates a template from a PDF: its file, name and roles. Fields are placed in the next step. */
export function NewTemplateForm({ maxBytes }: { maxBytes: number }) {
  const t = useTranslations("templates");
  const router = useRouter();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [entries, setEntries] = useState<RoleEntry[]>([{ ...emptyRole(), key: "first" }]);
  const [isInOrder, setInOrder] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const { refused, choose } = usePdfChoice(maxBytes, (chosen) => {
    setFile(chosen);
    if (name.trim() === "") setName(titleOfFile(chosen.name));
  });
  const problems = roleProblems(entries);

  async function create(event: FormEvent) {
    event.preventDefault();
    setShown(true);
    if (!file || name.trim() === "" || problems.size > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      const made = await callApi<TemplateWire>("POST", "/templates", {
        json: { name: name.trim(), file: { base64: await readBase64(file) }, roles: toRoles(entries, isInOrder) },
      });
      router.push(`/templates/${made.id}/edit`);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void create(event)} className="max-w-200">
      <PageHeader title={t("create.title")} back={{ href: "/templates", label: t("create.back") }} />
      <div className="flex flex-col gap-6">
        {problem && <ProblemNotice problem={problem} />}
        {refused && <RefusedFile refused={refused} maxBytes={maxBytes} />}
        <Card title={t("create.file")}>
          <div className="flex flex-wrap items-center gap-3">
            <PdfChooser onChoose={choose}>{t("create.choose")}</PdfChooser>
            <p role="status" className="flex min-w-0 items-center gap-2 text-ui wrap-anywhere">
              {file && (
                <>
                  <FileText aria-hidden className="size-4 shrink-0 text-muted" />
                  <bdi>{file.name}</bdi>
                </>
              )}
            </p>
          </div>
          {isShown && !file && (
            <p role="alert" className="mt-2 flex gap-1.5 text-caption text-danger">
              <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {t("create.chooseFirst")}
            </p>
          )}
        </Card>
        <TextInput
          label={t("settings.name")}
          maxLength={255}
          autoComplete="off"
          value={name}
          error={isShown && name.trim() === "" && t("settings.problem.missing")}
          onChange={(event) => setName(event.target.value)}
        />
        <Card title={t("settings.title")}>
          <RoleList
            entries={entries}
            problems={isShown ? problems : new Map()}
            methods={null}
            attachmentBytes={null}
            isInOrder={isInOrder}
            onChange={setEntries}
            onOrder={setInOrder}
          />
        </Card>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("create.create")}
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </form>
  );
}
