import type { SegmentPath } from "@/lib/pdf/byte-source";
import type { PageImageRequest } from "./render-page";

/** What the killable child can be asked for. Files travel as paths; only small things travel as bytes. */
export interface ChildJobs {
  repair: { input: { segments: SegmentPath[]; outputPath: string; maxBytes: number }; output: { size: number; pages: number } };
  render: { input: { segments: SegmentPath[] } & PageImageRequest; output: Uint8Array };
  normaliseImage: { input: { bytes: Uint8Array }; output: { png: Uint8Array; width: number; height: number } };
}

export type ChildJobName = keyof ChildJobs;

export type ChildRequest = { [Name in ChildJobName]: { job: Name; input: ChildJobs[Name]["input"] } }[ChildJobName];

/** A refusal crossing a process or thread border: error classes do not survive it. */
export interface CarriedError {
  kind: "pdf" | "image" | "defect";
  code: string;
  detail: string;
}

/** `spent`: this process is not to be used again. */
export type ChildAnswer = { ready: false; spent: boolean } & ({ ok: true; output: unknown } | { ok: false; error: CarriedError });

/** The first message says that the child can take jobs; every other one answers a job. */
export type ChildMessage = { ready: true } | ChildAnswer;
