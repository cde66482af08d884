"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState, type FormEvent } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";
import { useToast } from "@/components/ui/toast";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import type { FileWire } from "@/lib/views/schema";

interface SaveAsTemplateDialogProps {
  file: Pick<FileWire, "fileId" | "name"> & { signers: readonly Pick<FileWire["signers"][number], "displayName">[] };
  onClose: () => void;
}

/** Saves a document as a template: asks for its name and for the role of each signer. */
export function SaveAsTemplateDialog({ file, onClose }: SaveAsTemplateDialogProps) {
  const t = useTranslations("documents.document.template");
  const router = useRouter();
  const toast = useToast();
  const form = useId();
  const [name, setName] = useState(file.name);
  const [roles, setRoles] = useState(() =>
    Array.from({ length: Math.max(1, file.signers.length) }, (_, index) => t("standardRole", { number: index + 1 })),
  );
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const made = await callApi<TemplateWire>("POST", "/templates", {
        json: {
          file: { fileId: file.fileId },
          name: name.trim() || file.name,
          roles: roles.map((role, index) => ({ name: role.trim() || t("standardRole", { number: index + 1 }) })),
        },
      });
      toast(t("done"));
      router.push(`/templates/${made.id}`);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title")}
      description={t("body")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {problem && <ProblemNotice problem={problem} />}
        <TextInput
          label={t("name")}
          maxLength={255}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {roles.map((role, index) => (
          <TextInput
            key={index}
            label={file.signers[index] ? t("role", { name: file.signers[index].displayName }) : t("roleOnly")}
            maxLength={100}
            autoComplete="off"
            value={role}
            onChange={(event) => setRoles(roles.map((other, at) => (at === index ? event.target.value : other)))}
          />
        ))}
      </form>
    </Dialog>
  );
}
