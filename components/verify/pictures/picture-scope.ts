import type { PictureReport, SignatureRecord } from "../verification";

/**
 * How much of a file was compared by its pictures: all of it, all but pages that are drawn from the same bytes, a part, or nothing; null where nothing came after
 * a signature.
 */
export type PictureScope =
  | { kind: "all"; pages: number }
  | { kind: "changed"; pages: number; of: number }
  | { kind: "part"; pages: number; of: number; stopped: Stopped | "other" }
  | { kind: "nothing"; stopped: Stopped | "other" };

type Stopped = NonNullable<PictureReport["readers"][number]["stopped"]>;

/** A page counts only when every program drew it for every signature; the worst is told. */
export function pictureScope(
  signatures: readonly Pick<SignatureRecord, "pictures" | "verdict">[],
): PictureScope | null {
  // Where signed bytes were altered, what was signed is gone and cannot be drawn.
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

/** Pages that the program which came least far did not get to. */
function missing({ readers }: PictureReport): number {
  return Math.max(0, ...readers.map((reader) => reader.of - reader.pages));
}
