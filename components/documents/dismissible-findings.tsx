import { useTranslations } from "next-intl";
import { DismissButton, Dismissible } from "./dismissible";
import { hasFindings, UploadFindings, useFindingsTitle, type UploadFindingsProps } from "./upload-findings";

interface DismissibleFindingsProps extends Omit<UploadFindingsProps, "corner"> {
  /** The document's UUID: the notice stays dismissed for this document. */
  uuid: string;
}

/** Findings in the uploaded file, which the reader can dismiss. A folded notice leaves no button in its place. */
export function DismissibleFindings({ uuid, ...props }: DismissibleFindingsProps) {
  const t = useTranslations("upload");
  const { upload, reader, isFolded } = props;
  const title = useFindingsTitle(reader);
  if (!hasFindings(upload, reader)) return null;
  return (
    <Dismissible name={`upload-${reader}-${uuid}`} again={isFolded ? undefined : title}>
      <UploadFindings {...props} corner={<DismissButton label={t("dismiss")} />} />
    </Dismissible>
  );
}
