import { useTranslations } from "next-intl";
import { useSignatureName } from "./use-signature-name";
import type { Report, SignatureRecord } from "./verification";

type Notice = Report["notices"][number];

/** A notice of the report in people's words; a signature is told by who made it. */
export function useNoticeWords(all: readonly SignatureRecord[]): (notice: Notice) => string {
  const words = useTranslations("verify.notice");
  const nameOf = useSignatureName();
  const who = (field: string): string => {
    const signature = all.find((candidate) => candidate.field === field);
    return signature ? nameOf(signature) : `“${field}”`;
  };
  return (notice) => {
    switch (notice.code) {
      case "later_signature_shown": {
        const earlier = [...new Set(notice.unseenBy.map(who))].join(", ");
        const { page, rect } = notice;
        if (page === null || rect === null)
          return words("later_signature_somewhere", { who: who(notice.field), earlier });
        const [left, bottom, right, top] = rect.map((points) => String(Math.round(points)));
        return words("later_signature_shown", {
          who: who(notice.field),
          earlier,
          page,
          rect: `${left}, ${bottom}, ${right}, ${top}`,
        });
      }
      case "timestamp_not_credited":
        return words("timestamp_not_credited", { who: who(notice.field) });
      case "unsigned_attribute_unknown":
        return words("unsigned_attribute_unknown", { who: who(notice.field), oid: notice.oid });
      default:
        return words(notice.code);
    }
  };
}
