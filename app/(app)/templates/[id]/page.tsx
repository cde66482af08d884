import type { Metadata } from "next";
import { TemplateView } from "@/components/templates/template-view";
import { isMailboxProved } from "@/lib/accounts/actor";
import { readBrand, readSettings } from "@/lib/context/settings/read";
import { isConfigured } from "@/lib/context/sign-methods/registry";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { listDirectLinks } from "@/lib/requests/direct-links/show";
import { listTemplateVersions } from "@/lib/requests/templates/show";
import { readOwnTemplate } from "../own-template";

type Props = PageProps<"/templates/[id]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readOwnTemplate((await params).id)).template.name };
}

export default async function TemplatePage({ params }: Props) {
  const { ctx, actor, template } = await readOwnTemplate((await params).id);
  const [settings, { logoSha256 }, { data: versions }, { data: links }] = [
    await readSettings(ctx),
    await readBrand(ctx),
    await listTemplateVersions(ctx, actor, { id: template.id }),
    await listDirectLinks(ctx, actor, { id: template.id }),
  ];
  return (
    <AreaMessages
      areas={["templates", "links", "documents", "attachments", "reminders", "signature", "shell", "errors"]}
    >
      <TemplateView
        template={template}
        versions={versions}
        methods={settings.allowedSignMethods.filter((method) => isConfigured(ctx, method))}
        standardReminders={settings.reminders}
        mostReminders={ctx.limits.remindersPerSigner}
        maxBytes={ctx.limits.pdfInJsonBytes}
        links={links}
        mayPublish={isMailboxProved(actor.account)}
        attachmentBytes={ctx.limits.attachmentBytes}
        standardOptions={settings.signatureOptions}
        hasLogo={logoSha256 !== null}
      />
    </AreaMessages>
  );
}
