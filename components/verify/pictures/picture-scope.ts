import type { PictureReport, SignatureRecord } from "../verification";

/** How much of a file was compared by its pictures: all of it, a part, or nothing; null where nothing came after a signature. */
export type PictureScope =
  | { kind: "all"; pages: number }
  | { kind: "part"; pages: number; of: number; stopped: Stopped | "other" }
  | { kind: "nothing"; stopped: Stopped | "other" };

type Stopped = NonNullable<PictureReport["readers"][number]["stopped"]>;

/** A page counts only when every program drew it for every signature; the worst is told. */
export function pictureScope(signatures: readonly Pick<SignatureRecord, "pictures">[]): PictureScope | null {
  const reports = signatures.flatMap(({ pictures }) => (pictures && pictures.code !== "nothing_later" ? [pictures] : []));
  if (reports.length === 0) return null;
  const readers = reports.flatMap((report) => report.readers);
  const stopped = readers.find((reader) => reader.stopped !== null)?.stopped ?? "other";
  const of = Math.max(0, ...readers.map((reader) => reader.of));
  const pages = Math.min(...reports.map((report) => Math.min(...report.readers.map((reader) => of - (reader.of - reader.pages)), report.readers.length === 0 ? 0 : Infinity)));
  if (pages <= 0 || reports.every(({ code }) => code === "not_compared")) return { kind: "nothing", stopped };
  return pages < of ? { kind: "part", pages, of, stopped } : { kind: "all", pages };
}
