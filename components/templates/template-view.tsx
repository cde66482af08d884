"use client";

import { PenLine, Send, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import { ProblemNotice } from "@/components/api/problem-notice";
import { readBase64 } from "@/components/api/upload";
import { ConfirmedAction } from "@/components/documents/confirmed-action";
import { PdfChooser, RefusedFile, usePdfChoice } from "@/components/documents/document-choice";
import { DirectLinksCard } from "@/components/templates/direct-links/direct-links-card";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";
import { SignerMark } from "@/components/ui/signer-mark";
import { Time } from "@/components/ui/time";
import type { ReminderPlan } from "@/lib/context/settings/schema";
import type { SignMethodName } from "@/lib/context/sign-methods/method-names";
import type { SignatureOptions } from "@/lib/platform/signature-appearance";
import type { DirectLinkWire } from "@/lib/requests/direct-links/schema";
import type { TemplateVersions, TemplateWire } from "@/lib/requests/templates/schema";
import { TemplateSettings } from "./template-settings";

interface TemplateViewProps {
  template: TemplateWire;
  versions: TemplateVersions["data"];
  methods: readonly SignMethodName[];
  standardReminders: ReminderPlan;
  mostReminders: number;
  maxBytes: number;
  links: readonly DirectLinkWire[];
  mayPublish: boolean;
  /** The largest attachment that the service accepts. */
  attachmentBytes: number;
  /** The service's signature options. */
  standardOptions: SignatureOptions;
  hasLogo: boolean;
}

/** A template: its pages, roles and settings, direct links, and versions. */
export function TemplateView({
  template: loaded,
  versions,
  methods,
  standardReminders,
  mostReminders,
  maxBytes,
  links,
  mayPublish,
  attachmentBytes,
  standardOptions,
  hasLogo,
}: TemplateViewProps) {
  const t = useTranslations("templates");
  // The response to a save arrives before the refreshed page, and the next save must name the new version.
  const [saved, setSaved] = useState(loaded);
  const template = saved.version > loaded.version ? saved : loaded;
  return (
    <div data-wide>
      <PageHeader
        title={<bdi>{template.name}</bdi>}
        back={{ href: "/templates", label: t("title") }}
        meta={
          <>
            <span>{t("detail.version", { version: template.version })}</span>
            <span>{t("pages", { count: template.pages })}</span>
            <span>{t("uses", { count: template.uses })}</span>
            {template.lastUsedAt && (
              <span>{t.rich("lastUse", { time: () => <Time at={template.lastUsedAt ?? ""} /> })}</span>
            )}
          </>
        }
        actions={
          <>
            <ButtonLink
              href={`/templates/${template.id}/use`}
              variant="primary"
              icon={<Send aria-hidden className="size-4" />}
            >
              {t("use")}
            </ButtonLink>
            <ButtonLink href={`/templates/${template.id}/bulk`} icon={<Users aria-hidden className="size-4" />}>
              {t("bulk")}
            </ButtonLink>
            <ButtonLink href={`/templates/${template.id}/edit`} icon={<PenLine aria-hidden className="size-4" />}>
              {t("detail.editFields")}
            </ButtonLink>
            <ConfirmedAction
              label={t("detail.delete")}
              variant="quiet"
              title={t("detail.deleteTitle", { name: template.name })}
              body={t("detail.deleteBody")}
              confirmLabel={t("detail.deleteConfirm")}
              call={{ method: "DELETE", path: `/templates/${template.id}` }}
              done={t("detail.deleted")}
              leadsTo="/templates"
            />
          </>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title={t("detail.fields")}>
            <TemplatePages template={template} />
            {template.frozenFields > 0 && (
              <p className="mt-3 text-caption text-muted">{t("detail.frozen", { count: template.frozenFields })}</p>
            )}
          </Card>
          <DirectLinksCard template={template} links={links} mayPublish={mayPublish} />
          <TemplateSettings
            template={template}
            onSaved={setSaved}
            methods={methods}
            standardReminders={standardReminders}
            mostReminders={mostReminders}
            attachmentBytes={attachmentBytes}
            standardOptions={standardOptions}
            hasLogo={hasLogo}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ReplacePdf template={template} onReplaced={setSaved} maxBytes={maxBytes} />
          <Card title={t("detail.versions")}>
            <ol className="-my-2 divide-y divide-hairline">
              {versions.map(({ version, createdAt, fields, requests }) => (
                <li key={version} className="py-2.5 text-ui">
                  <p className="font-medium">{t("detail.versionEntry", { version })}</p>
                  <p className="text-caption text-muted">
                    <Time at={createdAt} /> · {t("detail.fieldsOn", { count: fields })} ·{" "}
                    {t("detail.requests", { count: requests })}
                  </p>
                </li>
              ))}
            </ol>
          </Card>
        </div>
      </div>
    </div>
  );
}

const widthPx = 140;

/** Small pictures of the pages with fields, or of the first page; at most six. */
function TemplatePages({ template }: { template: TemplateWire }) {
  const t = useTranslations("templates.detail");
  const onPage = (page: number) => template.fields.filter(({ coordinates }) => coordinates.page === page);
  const shown = template.documentPages
    .filter(({ page }) => onPage(page).length > 0 || (template.fields.length === 0 && page === 1))
    .slice(0, 6);
  const numbers = new Map(template.roles.map(({ name }, index) => [name, index + 1]));
  return (
    <ul className="flex gap-4 overflow-x-auto pb-2" tabIndex={0} aria-label={t("fields")}>
      {shown.map(({ page, width, height }) => (
        <li key={page} className="shrink-0" style={{ width: widthPx }}>
          <div
            className="relative overflow-hidden border border-hairline bg-paper"
            style={{ aspectRatio: `${width} / ${height}` }}
          >
            <img
              src={`/api/v1/templates/${template.id}/pages/${page}/image?width=160&format=webp&v=${template.version}`}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full"
            />
            {onPage(page).map(({ name, role, coordinates: box }) => (
              <span
                key={name}
                className="absolute"
                style={{ left: `${(box.left / width) * 100}%`, top: `${(box.top / height) * 100}%` }}
              >
                <SignerMark number={numbers.get(role) ?? 1} size={18} />
              </span>
            ))}
          </div>
          <p className="mt-1.5 text-caption text-muted">
            {t("page", { page })} · {t("fieldsOn", { count: onPage(page).length })}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface ReplacePdfProps {
  template: TemplateWire;
  onReplaced: (changed: TemplateWire) => void;
  maxBytes: number;
}

/** Swaps the PDF in a new version, and lists the fields that no longer fit. */
function ReplacePdf({ template, onReplaced, maxBytes }: ReplacePdfProps) {
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
