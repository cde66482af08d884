import { toReported } from "@/lib/pades/verify/report/finding-text";
import { finding } from "@/lib/pades/verify/report/findings";
import {
  notCompared,
  nothingLater,
  type ComparedRevisions,
  type PictureCode,
  type PicturePlace,
  type PicturePlan,
  type PictureReader,
  type PictureReport,
  type Renderer,
} from "@/lib/pades/verify/report/picture-report";
import { isGreen, worstOf, type SignatureRecord, type VerificationReport } from "@/lib/pades/verify/report/report";
import { hasLaterRevision } from "./plan-pictures";

/** Each renderer's result for a plan. */
export type DrawnPlan = Readonly<Record<Renderer, ComparedRevisions>>;

/**
 * Adds the results of the renderers to a report. With a difference outside the changeable areas, a verdict is never
 * green: if the rules found nothing, it becomes `modified`, and `overrules` is set.
 */
export function judgePictures(report: VerificationReport, plan: PicturePlan, drawn: DrawnPlan): VerificationReport {
  const signatures = report.signatures.map((record) => judge(record, picturesOf(record, plan, drawn)));
  return { ...report, verdict: worstOf(signatures.map(({ verdict }) => verdict)), signatures };
}

function judge(record: SignatureRecord, pictures: PictureReport): SignatureRecord {
  const [place] = pictures.places;
  if (!isGreen(record.verdict) || !place) return { ...record, pictures };
  const decidedBy = toReported(finding("page_looks_different", { page: place.page }));
  return {
    ...record,
    verdict: "modified",
    explanation: decidedBy.text,
    decidedBy,
    changes: {
      level: "not_permitted",
      items: [decidedBy.text, ...record.changes.items],
      findings: [decidedBy, ...record.changes.findings],
    },
    etsi: { indication: "TOTAL_FAILED", subIndication: "FORMAT_FAILURE" },
    pictures: { ...pictures, overrules: true },
  };
}

function picturesOf(record: SignatureRecord, { revisions, pageSizes }: PicturePlan, drawn: DrawnPlan): PictureReport {
  if (!hasLaterRevision(record)) return record.signedRevision ? nothingLater : notCompared;
  const index = revisions.findIndex(({ end }) => end === record.signedRevision?.end);
  const readers: PictureReader[] = [];
  const places: PicturePlace[] = [];
  for (const renderer of ["pdfium", "pdfjs"] as const) {
    const compared = drawn[renderer][index];
    if (!compared) continue;
    const { places: found, ...reach } = compared;
    readers.push({ renderer, ...reach });
    for (const {
      page,
      place: [left, top, right, bottom],
    } of found) {
      const { widthPt, heightPt } = pageSizes[page - 1] ?? { widthPt: 0, heightPt: 0 };
      places.push({
        page,
        renderer,
        ...rounded({
          left: left * widthPt,
          top: top * heightPt,
          width: (right - left) * widthPt,
          height: (bottom - top) * heightPt,
        }),
      });
    }
  }
  return { code: codeOf(readers, places), overrules: false, readers, places };
}

function codeOf(readers: readonly PictureReader[], places: readonly PicturePlace[]): PictureCode {
  if (places.length > 0) return "different";
  if (readers.every(({ pages, unchanged }) => pages + unchanged === 0)) return "not_compared";
  return readers.every(({ stopped }) => stopped === null) ? "same" : "partly";
}

function rounded<Shape extends Record<string, number>>(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, Math.round(value * 10) / 10])) as Shape;
}
