import { useFormatter, useTranslations } from "next-intl";
import { asFilled, messageOf, type Finding } from "./finding-message";
import type { Report, SignatureRecord } from "./verification";

/** Whether a field has a generated name of this service, which means nothing to people. */
export function isOwnField(name: string): boolean {
  return /^paraph-[0-9a-f-]{36}-/.test(name);
}

/** A finding as text; a later signature is named after its signer. */
export function useFindingText(all: readonly SignatureRecord[]): (finding: Finding) => string {
  const t = useTranslations("verify.change");
  const nameOf = useSignatureName();
  const reasons = useTranslations("verify.revocationReason");
  const format = useFormatter();
  const makerOf = (field: string): string => {
    const signature = all.find((candidate) => candidate.field === field);
    return signature ? nameOf(signature) : `“${field}”`;
  };
  return (finding) => {
    const { params, forbidden } = finding;
    const field = String(params.field ?? "");
    const signature = all.find((candidate) => candidate.field === field);
    const who = makerOf(field);
    const role = signature?.role ?? "person";
    const key = asFilled(messageOf(finding), signature);
    if (key === "signed" && role !== "person") return t(signature?.verdict === "invalid" ? "broken_own" : role);
    const change = t(key === "filled" && isOwnField(field) ? "filled_own" : key, {
      who,
      field,
      page: Number(params.page ?? 0),
      fields: Array.isArray(params.fields) ? params.fields.map((name) => `“${name}”`).join(", ") : "",
      place: params.page === null ? "unknown" : "known",
      count: Number(params.count ?? 0),
      name: String(params.name ?? ""),
      authority: String(params.authority ?? ""),
      digest: String(params.digest ?? "").toUpperCase(),
      covers: String(params.covers ?? ""),
      earlier: Array.isArray(params.unseenBy) ? [...new Set(params.unseenBy.map(makerOf))].join(", ") : "",
      rect: corners([params.left, params.bottom, params.right, params.top].map(Number)),
      day:
        typeof params.day === "string"
          ? format.dateTime(new Date(params.day), { dateStyle: "medium", timeZone: "UTC" })
          : "",
    });
    const reason = isReason(params.reason) ? `${change} (${reasons(params.reason)})` : change;
    return forbidden ? t("forbidden", { change: reason }) : reason;
  };
}

type RevocationReason = Parameters<ReturnType<typeof useTranslations<"verify.revocationReason">>>[0];

function isReason(value: Finding["params"][string] | undefined): value is RevocationReason {
  return typeof value === "string";
}

type Notice = Report["notices"][number];
type Signer = NonNullable<SignatureRecord["signer"]>;

/** A notice as text; a signature is named after its signer. */
export function useNoticeText(all: readonly SignatureRecord[]): (notice: Notice) => string {
  const t = useTranslations("verify.notice");
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
        if (page === null || rect === null) return t("later_signature_somewhere", { who: who(notice.field), earlier });
        return t("later_signature_shown", { who: who(notice.field), earlier, page, rect: corners(rect) });
      }
      case "box_over_text_changed": {
        const earlier = [...new Set(notice.unseenBy.map(who))].join(", ");
        const { field, page, rect } = notice;
        if (page === null || rect === null) return t("box_changed_somewhere", { field, earlier });
        return t("box_over_text_changed", { field, earlier, page, rect: corners(rect) });
      }
      case "timestamp_not_credited":
        return t("timestamp_not_credited", { who: who(notice.field) });
      case "unsigned_attribute_unknown":
        return t("unsigned_attribute_unknown", { who: who(notice.field), oid: notice.oid });
      case "authority_changed":
        return t("authority_changed", { who: [...new Set(notice.fields.map(who))].join(", ") });
      default:
        return t(notice.code);
    }
  };
}

function corners(rect: readonly number[]): string {
  return rect.map((points) => String(Math.round(points))).join(", ");
}

/** The maker of a signature as text; `plain`: only the name, including that of a timestamp authority. */
export function useSignatureName(): (signature: SignatureRecord, style?: "plain") => string {
  const t = useTranslations("verify.card");
  return (signature, style) => {
    const role = signature.role;
    if (role !== "person") return t(signature.verdict === "invalid" ? `broken.${role}` : role);
    const name = signature.signer ? displayName(signature.signer) : t("unnamed");
    return signature.kind === "doc_timestamp" && style !== "plain" ? t("timestampOf", { name }) : name;
  };
}

/** A certificate's name: its common name, else its organization, else the whole subject. */
export function displayName({ subject, name }: { subject: string; name: Signer["name"] }): string {
  return name.commonName ?? name.organization ?? subject;
}
