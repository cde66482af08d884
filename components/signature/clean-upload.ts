import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import type { CleanedImageAnswer } from "@/lib/account-signatures/schema";
import { blobToBase64 } from "./blob-to-base64";
import { fitUpload } from "./fit-upload";
import { judgeUpload, type UploadRefusal } from "./judge-upload";

const sniffedBytes = 1024;

/** Where pictures are cleaned: for an account, or for a guest of one request. A path of the API. */
export type CleanPath = "/account/signature/clean" | `/sign/uuid/${string}/clean`;

export interface UploadedSignature {
  png: Blob;
  /** There is paper that can be taken out. */
  hasPaper: boolean;
}

export type CleanedUpload = { signature: UploadedSignature } | { refusal: UploadRefusal } | { problem: ApiProblem };

/** A signature from a picture that somebody chose: the server turns it upright, takes the paper out and trims it. */
export async function cleanUpload(path: CleanPath, file: Blob, takePaperOut: boolean): Promise<CleanedUpload> {
  const refusal = judgeUpload(file.size, new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer()));
  if (refusal) return { refusal };
  const fitting = await fitUpload(file);
  if (!fitting) return { refusal: "unreadable" };
  try {
    const json = { file: { base64: await blobToBase64(fitting) }, keepPaper: !takePaperOut };
    const cleaned = await callApi<CleanedImageAnswer>("POST", path, { json });
    return { signature: { png: pngOf(cleaned.file.base64), hasPaper: cleaned.hadPaper } };
  } catch (error) {
    return refusalOf(asProblem(error));
  }
}

function refusalOf(problem: ApiProblem): CleanedUpload {
  if (problem.code !== "image_invalid") return { problem };
  return { refusal: problem.violations.some(({ code }) => code === "blank") ? "blank" : "unreadable" };
}

function pngOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: "image/png" });
}
