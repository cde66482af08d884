import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignersForm } from "@/components/documents/signers/signers-form";
import { listPages } from "@/lib/documents/pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { readSettings } from "@/lib/platform/settings/read";
import { identifyMethodNames } from "@/lib/platform/sign-methods/method-names";
import { isConfigured } from "@/lib/platform/sign-methods/registry";
import { readDraft } from "../read-file";

type Props = PageProps<"/documents/[uuid]/signers">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { file } = await readDraft((await params).uuid);
  return { title: (await getTranslations("documents.signers"))("pageTitle", { name: file.name }) };
}

export default async function SignersPage({ params }: Props) {
  const { ctx, actor, file } = await readDraft((await params).uuid);
  const { signMethod, allowedSignMethods, identifyMethods } = await readSettings(ctx);
  const methods = [
    signMethod,
    ...allowedSignMethods.filter((method) => method !== signMethod && method !== "link" && isConfigured(ctx, method)),
  ];
  const others = identifyMethodNames.filter((method) => !identifyMethods.includes(method) && isConfigured(ctx, method));
  const waysToOpen = [...identifyMethods, ...others, ...(allowedSignMethods.includes("link") ? ["link" as const] : [])];
  const { uuid, fileId, name, sha256, expiresAt, signers, visibleElements } = file;
  const pages = file.stored === "whole" ? (await listPages(ctx, actor, { uuid })).data : [];
  return (
    <AreaMessages areas={["documents", "shell", "errors"]}>
      <SignersForm
        file={{ uuid, fileId, name, sha256, expiresAt, signers, visibleElements }}
        pages={pages}
        methods={methods}
        waysToOpen={waysToOpen}
        me={{ email: actor.account.email, displayName: actor.account.displayName }}
      />
    </AreaMessages>
  );
}
