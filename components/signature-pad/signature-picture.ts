import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import type { CleanedImageAnswer } from "@/lib/accounts/signatures/schema";
import { inkBox, planTrim, type TrimPlan } from "@/lib/platform/geometry/trim-box";
import { blobToBase64 } from "./stored-pictures";

const sniffedBytes = 1024;

/** API path that cleans pictures, for an account or for a guest of one request. */
export type CleanPath = "/account/signature/clean" | `/sign/uuid/${string}/clean`;

interface UploadedSignature {
  png: Blob;
  /** Whether a paper background can be removed. */
  hasPaper: boolean;
}

export type CleanedUpload = { signature: UploadedSignature } | { refusal: UploadRefusal } | { problem: ApiProblem };

/** Makes a signature from a chosen picture: the server rotates it upright, removes the paper and trims it. */
export async function cleanUpload(path: CleanPath, file: Blob, removePaper: boolean): Promise<CleanedUpload> {
  const refusal = judgeUpload(file.size, new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer()));
  if (refusal) return { refusal };
  const fitting = await fitUpload(file);
  if (!fitting) return { refusal: "unreadable" };
  try {
    const json = { file: { base64: await blobToBase64(fitting) }, keepPaper: !removePaper };
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

/** Larger than any phone's photo. A picture larger than the server accepts is scaled down here. */
export const mostUploadBytes = 40 * 1024 * 1024;

type UploadRefusal = "empty" | "too_large" | "svg" | "not_an_image" | "unreadable" | "blank";

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];

/** Why a file cannot be a signature, judged by its first bytes (`start`) and not by its name; null if it can. */
export function judgeUpload(size: number, start: Uint8Array): UploadRefusal | null {
  if (size === 0) return "empty";
  if ([png, jpeg].some((magic) => magic.every((byte, index) => start[index] === byte)))
    return size > mostUploadBytes ? "too_large" : null;
  return /<svg[\s>]/i.test(new TextDecoder().decode(start)) ? "svg" : "not_an_image";
}

const mostSidePx = 4096;
/** The server's size limit for stored pictures. */
const storedSidePx = 1600;

/**
 * The picture in a size that the server accepts: unchanged, or scaled down as most photos need. Null if it cannot be
 * read.
 */
async function fitUpload(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const longer = Math.max(picture.width, picture.height);
  if (file.size <= mostPictureBytes && longer <= mostSidePx) return file;
  const scale = Math.min(1, storedSidePx / longer);
  const canvas = makeCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = drawingContext(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // A PNG may be transparent, which a JPEG cannot be.
  const png = file.type === "image/png" ? await encode(canvas, "image/png") : null;
  return png && png.size <= mostPictureBytes ? png : encode(canvas, "image/jpeg");
}

function encode(canvas: HTMLCanvasElement, type: "image/png" | "image/jpeg"): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));
}

/**
 * Trims the canvas to its content and encodes a transparent PNG (sizes: trim-box.ts); null if the canvas is empty. A
 * photo whose PNG exceeds the server's limit is scaled down.
 */
export async function trimCanvas(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const pixels = drawingContext(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const ink = inkBox(pixels.data, canvas.width, canvas.height);
  if (!ink) return null;
  for (let shrink = 1; ; shrink *= 0.75) {
    const png = await toPng(drawTrimmed(canvas, planTrim(ink, shrink)));
    if (png.size <= mostPictureBytes) return png;
  }
}

function drawTrimmed(canvas: HTMLCanvasElement, { source, target, width, height }: TrimPlan): HTMLCanvasElement {
  const trimmed = makeCanvas(width, height);
  const context = drawingContext(trimmed);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    canvas,
    source.left,
    source.top,
    source.width,
    source.height,
    target.left,
    target.top,
    target.width,
    target.height,
  );
  return trimmed;
}

export function makeCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

export function drawingContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser gives no canvas to draw on");
  return context;
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("this browser made no picture of the canvas"))),
      "image/png",
    );
  });
}

/** Limits of a signature image (docs/spec/limits.md). */
const mostPictureBytes = 2 * 1024 * 1024;
