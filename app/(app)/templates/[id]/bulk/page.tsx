import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BulkForm } from "@/components/bulk/bulk-form";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { readOwnTemplate } from "../../own-template";

type Props = PageProps<"/templates/[id]/bulk">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { template } = await readOwnTemplate((await params).id);
  return { title: (await getTranslations("bulk.form"))("title", { name: template.name }) };
}

export default async function BulkSendTemplatePage({ params }: Props) {
  const { ctx, template } = await readOwnTemplate((await params).id);
  return (
    <AreaMessages areas={["bulk", "shell", "errors"]}>
      <BulkForm
        template={{ id: template.id, name: template.name }}
        mostRows={ctx.limits.bulkRows}
        maxBytes={ctx.limits.bulkCsvBytes}
      />
    </AreaMessages>
  );
}
