import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { UseTemplateForm } from "@/components/templates/use-template-form";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { readOwnTemplate } from "../../own-template";

type Props = PageProps<"/templates/[id]/use">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { template } = await readOwnTemplate((await params).id);
  return { title: (await getTranslations("templates.form"))("title", { name: template.name }) };
}

export default async function UseTemplatePage({ params }: Props) {
  const { template } = await readOwnTemplate((await params).id);
  return (
    <AreaMessages areas={["templates", "shell", "errors"]}>
      <UseTemplateForm template={template} />
    </AreaMessages>
  );
}
