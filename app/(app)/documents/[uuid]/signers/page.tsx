import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignersForm } from "@/components/documents/signers/signers-form";
import { readBrand, readSettings } from "@/lib/context/settings/read";
import { identifyMethodNames } from "@/lib/context/sign-methods/method-names";
import { isConfigured } from "@/lib/context/sign-methods/registry";
import { listPages } from "@/lib/documents/pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { showReminders } from "@/lib/requests/reminders/schedule";
import { readDraft } from "../read-file";

type Props = PageProps<"/documents/[uuid]/signers">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readDraft((await params).uuid);
  return { title: (await getTranslations("documents.signers"))("pageTitle", { name: file.name }) };
}

export default async function SignersPage({ params }: Props) {
  const { ctx, actor, file } = await readDraft((await params).uuid);
  const settings = await readSettings(ctx);
  const { signMethod, allowedSignMethods, identifyMethods } = settings;
  const { logoSha256 } = await readBrand(ctx);
  const { reminders } = await showReminders(ctx, actor, { uuid: file.uuid });
  const methods = [
    signMethod,
    ...allowedSignMethods.filter((method) => method !== signMethod && method !== "link" && isConfigured(ctx, method)),
  ];
  const others = identifyMethodNames.filter((method) => !identifyMethods.includes(method) && isConfigured(ctx, method));
  const waysToOpen = [...identifyMethods, ...others, ...(allowedSignMethods.includes("link") ? ["link" as const] : [])];
  const { uuid, fileId, name, files, sha256, expiresAt, allowDelegation, signatureOptions, signers, visibleElements } =
    file;
  const pages = file.stored === "whole" ? (await listPages(ctx, actor, { uuid })).data : [];
  return (
    <AreaMessages areas={["documents", "attachments", "reminders", "signature", "upload", "shell", "errors"]}>
      <SignersForm
        file={{
          ...{ uuid, fileId, name, sha256, expiresAt, allowDelegation, signatureOptions, signers, visibleElements },
          ...(files ? { files } : {}),
        }}
        maxBytes={ctx.limits.pdfStreamedBytes}
        pages={pages}
        methods={methods}
        waysToOpen={waysToOpen}
        attachmentBytes={ctx.limits.attachmentBytes}
        me={{ email: actor.account.email, displayName: actor.account.displayName }}
        reminders={reminders ?? settings.reminders}
        mostReminders={ctx.limits.remindersPerSigner}
        standardOptions={settings.signatureOptions}
        hasLogo={logoSha256 !== null}
      />
    </AreaMessages>
  );
}
