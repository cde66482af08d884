import type { z } from "zod";
import type { signatureRecord, verificationReport } from "@/lib/verification/schema";

export type SignatureRecord = z.infer<typeof signatureRecord>;
export type Report = z.infer<typeof verificationReport>;

/** Result of rendering the signed version and the current file. */
export type PictureReport = NonNullable<SignatureRecord["pictures"]>;

/** Points from the top left corner of the displayed page; pages from 1. */
export type PicturePlace = PictureReport["places"][number];

/** The program that rendered both versions. */
export type Renderer = PicturePlace["renderer"];

/** Whether nothing is wrong with what was signed. */
export function isGreen({ verdict }: Pick<SignatureRecord, "verdict">): boolean {
  return verdict === "intact" || verdict === "intact_later_allowed";
}

export function isRevoked({ revocation }: Pick<SignatureRecord, "revocation">): boolean {
  return revocation.status === "revoked";
}

type Notice = Report["notices"][number];

/** The notices, except those about later signatures and boxes for which a warning already says what they cover. */
export function remainingNotices({ notices, warningFindings }: Pick<Report, "notices" | "warningFindings">): Notice[] {
  const placeOf = (field: unknown, page: unknown, rect: readonly unknown[]): string =>
    JSON.stringify([field, page, ...rect]);
  const warned = new Set(
    warningFindings
      .filter(({ code }) => code === "later_signature_covers" || code === "filled_field_covers")
      .map(({ params: { field, page, left, bottom, right, top } }) => placeOf(field, page, [left, bottom, right, top])),
  );
  return notices.filter(
    (notice) =>
      (notice.code !== "later_signature_shown" && notice.code !== "box_over_text_changed") ||
      !warned.has(placeOf(notice.field, notice.page, notice.rect ?? [])),
  );
}

type Warning = Report["warningFindings"][number];

/**
 * The warnings, with all fields of one page filled after the same signatures joined in one, as `fields`, because
 * forms have many.
 */
export function joinFilledFields(warnings: readonly Warning[]): Warning[] {
  const isFilled = ({ code }: Warning): boolean => code === "field_filled_since";
  const groupOf = ({ params: { page, unseenBy } }: Warning): string => JSON.stringify([page, unseenBy]);
  return warnings.flatMap((warning) => {
    const group = isFilled(warning)
      ? warnings.filter((other) => isFilled(other) && groupOf(other) === groupOf(warning))
      : [];
    if (group.length < 2) return [warning];
    const fields = [...new Set(group.map(({ params }) => String(params.field)))];
    return group[0] === warning ? [{ ...warning, params: { ...warning.params, fields } }] : [];
  });
}
