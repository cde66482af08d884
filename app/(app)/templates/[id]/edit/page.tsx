import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocumentEditor } from "@/components/editor/document-editor";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { readOwnTemplate } from "../../own-template";

type Props = PageProps<"/templates/[id]/edit">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { template } = await readOwnTemplate((await params).id);
  return { title: (await getTranslations("editor"))("title", { name: template.name }) };
}

/** The editor of documents, with roles in place of signers. */
export default async function EditTemplatePage({ params }: Props) {
  const { template } = await readOwnTemplate((await params).id);
  return (
    <AreaMessages areas={["editor", "upload", "shell", "errors"]}>
      <DocumentEditor
        fileUuid=""
        name={template.name}
        pages={template.documentPages.map(({ page, width, height }) => ({ page, width, height }))}
        fields={elementsOf(template)}
        signers={template.roles.flatMap(({ name, role, signingOrder }, index) =>
          role === "signer" ? [{ signRequestId: index + 1, number: index + 1, name, step: signingOrder }] : [],
        )}
        isReleased={false}
        isSignedUpload={false}
        placeFor={null}
        upload={undefined}
        template={{
          id: template.id,
          version: template.version,
          roles: Object.fromEntries(template.roles.map(({ name }, index) => [index + 1, name])),
          fieldNames: Object.fromEntries(template.fields.map(({ name }, index) => [`stored-${index + 1}`, name])),
        }}
      />
    </AreaMessages>
  );
}

/** Positions stand in for the ids of a document's fields and signers. */
function elementsOf({ roles, fields }: TemplateWire) {
  return fields.map(({ name: _name, role, coordinates, ...field }, index) => ({
    ...field,
    elementId: index + 1,
    fileElementId: index + 1,
    signRequestId: roles.findIndex(({ name }) => name === role) + 1,
    coordinates: { ...coordinates, llx: 0, lly: 0, urx: 0, ury: 0 },
  }));
}
