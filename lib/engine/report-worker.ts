// Code of the worker thread for reports of our own (dist/pdf-report.mjs): fonts and layout take a second of its time, for which no signature should wait.
import { sealReport, type ReportSeal } from "@/lib/pades/seal";
import { layOutReport } from "@/lib/pdf/report/lay-out-report";
import type { Report } from "@/lib/pdf/report/report";
import { workerTask } from "./worker-task";

export const sealedReport = workerTask(async ({ report, seal }: { report: Report; seal: ReportSeal }, askForCms) =>
  sealReport(await layOutReport(report), seal, askForCms),
);
