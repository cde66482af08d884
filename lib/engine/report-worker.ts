// Code of the worker thread for our own reports (dist/pdf-report.mjs). Separate from signing, because fonts and
// layout take a second and no signature should wait for them.
import { sealReport, type ReportSeal } from "@/lib/pades/seal";
import { layOutReport } from "@/lib/pdf/report/lay-out-report";
import type { Report } from "@/lib/pdf/report/report";
import { workerTask } from "./worker-task";

export const sealedReport = workerTask(async ({ report, seal }: { report: Report; seal: ReportSeal }, askForCms) =>
  sealReport(await layOutReport(report), seal, askForCms),
);
