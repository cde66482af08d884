import { PdfError } from "@/lib/pdf/errors";
import { layOutArticle } from "./lay-out-article";
import { readArticle } from "./read-article";

interface ArticleToWrite {
  type: "html" | "markdown";
  /** Where the text names none. */
  title: string;
  createdAt: Date;
}

/**
 * The PDF of a text. Throws PdfError `too_large`, also for more rows or letters than an argument list can hold and for more nested elements than the
 * stack, which are the text's fault and no defect.
 */
export async function writeArticle(bytes: Buffer, { type, title, createdAt }: ArticleToWrite): Promise<Buffer> {
  try {
    const article = readArticle(bytes, type);
    return await layOutArticle(article, { title: article.title ?? title, createdAt });
  } catch (error) {
    if (error instanceof RangeError) throw new PdfError("too_large", "the text is too long or nested too deeply");
    throw error;
  }
}
