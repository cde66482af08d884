"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { useSubmit } from "@/components/api/use-action";
import { FormDialog } from "@/components/ui/dialog";
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
  const [name, setName] = useState(file.name);
  const [roles, setRoles] = useState(() =>
    Array.from({ length: Math.max(1, file.signers.length) }, (_, index) => t("standardRole", { number: index + 1 })),
  );
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const made = await callApi<TemplateWire>("POST", "/templates", {
      json: {
        file: { fileId: file.fileId },
        name: name.trim() || file.name,
        roles: roles.map((role, index) => ({ name: role.trim() || t("standardRole", { number: index + 1 }) })),
      },
    });
    toast(t("done"));
    router.push(`/templates/${made.id}`);
    return true;
  });

  return (
    <FormDialog
      onOpenChange={onClose}
      title={t("title")}
      description={t("body")}
      cancelLabel={t("cancel")}
      submitLabel={t("confirm")}
      isBusy={isBusy}
      form={{ noValidate: true, onSubmit }}
    >
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
    </FormDialog>
  );
}
