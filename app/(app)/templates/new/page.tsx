import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewTemplateForm } from "@/components/templates/new-template-form";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { forRequesters } from "../own-template";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("templates.create"))("title") };
}

export default async function NewTemplatePage() {
  const { ctx } = await forRequesters();
  return (
    <AreaMessages areas={["templates", "documents", "shell", "errors"]}>
      <NewTemplateForm maxBytes={ctx.limits.pdfInJsonBytes} />
    </AreaMessages>
  );
}
