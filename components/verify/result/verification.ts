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

/** The notices, except those about later signatures and boxes for which a warning already names the covered content. */
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

/**
 * How much of a file was compared as pictures: all, all except pages drawn from the same bytes, a part, or nothing.
 * Null if nothing follows a signature.
 */
type PictureScope =
  | { kind: "all"; pages: number }
  | { kind: "changed"; pages: number; of: number }
  | { kind: "part"; pages: number; of: number; stopped: Stopped | "other" }
  | { kind: "nothing"; stopped: Stopped | "other" };

type Stopped = NonNullable<PictureReport["readers"][number]["stopped"]>;

/** A page counts only if every program drew it for every signature. Shows the worst result. */
export function pictureScope(
  signatures: readonly Pick<SignatureRecord, "pictures" | "verdict">[],
): PictureScope | null {
  // If signed bytes were altered, the signed version is gone and cannot be rendered.
  const reports = signatures.flatMap(({ pictures, verdict }) =>
    pictures && pictures.code !== "nothing_later" && verdict !== "invalid" ? [pictures] : [],
  );
  if (reports.length === 0) return null;
  const readers = reports.flatMap((report) => report.readers);
  const stopped = readers.find((reader) => reader.stopped !== null)?.stopped ?? "other";
  const of = Math.max(0, ...readers.map((reader) => reader.of));
  const pages = Math.min(...reports.map((report) => (report.readers.length === 0 ? 0 : of - missing(report))));
  if (reports.every(({ code }) => code === "not_compared")) return { kind: "nothing", stopped };
  if (pages === of) return { kind: "all", pages };
  const isKnown =
    readers.every((reader) => reader.pages + reader.unchanged === reader.of) &&
    reports.every(({ code }) => code !== "not_compared");
  return isKnown ? { kind: "changed", pages, of } : { kind: "part", pages, of, stopped };
}

/** Pages that the slowest program did not reach. */
function missing({ readers }: PictureReport): number {
  return Math.max(0, ...readers.map((reader) => reader.of - reader.pages));
}

/** One place where the file differs visibly from a signed version; lengths as in PicturePlace. */
export interface DifferentPlace extends Omit<PicturePlace, "renderer"> {
  /** The programs that rendered it differently. */
  renderers: readonly Renderer[];
  /** The last signature that covers a different version; only later revisions changed the place. */
  signature: SignatureRecord;
  /** Length in bytes of what this signature covers. */
  end: number;
}

/** Rectangles closer than this are one place, since two programs never render to the same pixel. In points. */
const near = 6;

/**
 * Differing places, by page and from top to bottom. A change after the last signature differs from every signed
 * version, so each page is reported once, by the last signature with a different version.
 */
export function differentPlaces(signatures: readonly SignatureRecord[]): DifferentPlace[] {
  const latestFirst = signatures
    .flatMap((signature) =>
      signature.pictures?.code === "different" && signature.signedRevision
        ? [{ signature, pictures: signature.pictures, end: signature.signedRevision.end }]
        : [],
    )
    .sort((a, b) => b.end - a.end);
  const counted = new Set<number>();
  const places: DifferentPlace[] = [];
  for (const { signature, pictures, end } of latestFirst) {
    const fresh = pictures.places.filter(({ page }) => !counted.has(page));
    for (const { page } of fresh) counted.add(page);
    places.push(...joined(fresh).map((place) => ({ ...place, signature, end })));
  }
  return places.sort((a, b) => a.page - b.page || a.top - b.top || a.left - b.left);
}

type Joined = Omit<DifferentPlace, "signature" | "end">;

function joined(places: readonly PicturePlace[]): Joined[] {
  let all: Joined[] = [];
  for (const { renderer, ...place } of places) {
    let grown: Joined = { ...place, renderers: [renderer] };
    for (
      let touching = all.filter((other) => touches(other, grown));
      touching.length > 0;
      touching = all.filter((other) => touches(other, grown))
    ) {
      grown = touching.reduce(union, grown);
      all = all.filter((other) => !touching.includes(other));
    }
    all.push(grown);
  }
  return all;
}

function touches(a: Joined, b: Joined): boolean {
  return (
    a.page === b.page &&
    a.left <= b.left + b.width + near &&
    b.left <= a.left + a.width + near &&
    a.top <= b.top + b.height + near &&
    b.top <= a.top + a.height + near
  );
}

function union(a: Joined, b: Joined): Joined {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const [right, bottom] = [Math.max(a.left + a.width, b.left + b.width), Math.max(a.top + a.height, b.top + b.height)];
  return {
    page: a.page,
    left,
    top,
    width: right - left,
    height: bottom - top,
    renderers: [...new Set([...a.renderers, ...b.renderers])].sort(),
  };
}
