import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignersForm } from "@/components/documents/signers/signers-form";
import { listPages } from "@/lib/documents/pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { readSettings } from "@/lib/platform/settings/read";
import { isConfigured } from "@/lib/platform/sign-methods/registry";
import { readDraft } from "../read-file";

type Props = PageProps<"/documents/[uuid]/signers">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readDraft((await params).uuid);
  return { title: (await getTranslations("documents.signers"))("pageTitle", { name: file.name }) };
}

export default async function SignersPage({ params }: Props) {
  const { ctx, actor, file } = await readDraft((await params).uuid);
  const { signMethod, allowedSignMethods } = await readSettings(ctx);
  const methods = [
    signMethod,
    ...allowedSignMethods.filter((method) => method !== signMethod && isConfigured(ctx, method)),
  ];
  const { uuid, fileId, name, sha256, expiresAt, signers, visibleElements } = file;
  const pages = file.stored === "whole" ? (await listPages(ctx, actor, { uuid })).data : [];
  return (
    <AreaMessages areas={["documents", "shell", "errors"]}>
      <SignersForm
        file={{ uuid, fileId, name, sha256, expiresAt, signers, visibleElements }}
        pages={pages}
        methods={methods}
        me={{ email: actor.account.email, displayName: actor.account.displayName }}
      />
    </AreaMessages>
  );
}
