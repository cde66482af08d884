// Entry of the killable child process that turns other files into PDFs (dist/pdf-convert.mjs): it decodes pictures,
// rewrites office files and lays out text, one job at a time.
import { readFile, writeFile } from "node:fs/promises";
import type { ChildJobs, ChildRequest } from "@/lib/engine/lines/child-jobs";
import { writeArticle } from "@/lib/pdf/article/write-article";
import { preparePicture } from "@/lib/pdf/pictures/prepare-picture";
import { unpackPictures, writePictures } from "@/lib/pdf/pictures/write-pictures";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { serveJobs } from "../lines/serve-jobs";
import { cleanOffice } from "../office/clean-office";

const maxResidentBytes = 500 * 2 ** 20;
const recycleAboveBytes = 200 * 2 ** 20;

async function perform(request: ChildRequest): Promise<unknown> {
  switch (request.job) {
    case "cleanOffice": {
      const { file, type, outputPath } = request.input;
      return cleanOffice(file, type, outputPath);
    }
    case "writeArticle":
      return writeArticleFile(request.input);
    case "unpackPictures": {
      const { file, ...limits } = request.input;
      return unpackPictures(file, limits);
    }
    case "preparePicture": {
      const { file, page, outputPath } = request.input;
      return preparePicture(file, page, outputPath);
    }
    case "writePictures": {
      const { pictures, outputPath, ...document } = request.input;
      return writePictures(pictures, outputPath, { ...document, createdAt: new Date() });
    }
    default:
      throw new Error(`${request.job} is a job of another process`);
  }
}

async function writeArticleFile({ file, type, outputPath, title, maxBytes }: ChildJobs["writeArticle"]["input"]) {
  const pdf = await writeArticle(await readFile(file), { type, title, createdAt: new Date() });
  if (pdf.length > maxBytes) throw new PdfError("too_large", `${pdf.length} bytes as a PDF`);
  await writeFile(outputPath, pdf, { mode: 0o600 });
  return { size: pdf.length };
}

serveJobs({ perform, maxResidentBytes, recycleAboveBytes });
