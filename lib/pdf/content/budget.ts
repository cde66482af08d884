import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";

/** Thrown when the budget of a page or of the document is exhausted. */
export class BudgetSpent extends Error {
  constructor(readonly scope: "page" | "document") {
    super(`looked at enough of the ${scope}`);
    this.name = "BudgetSpent";
  }
}

export interface LookLimits {
  pages: number;
  /** Operators of content streams, per document and per page. */
  operators: number;
  pageOperators: number;
  /** Decoded content, per document. */
  bytes: number;
  /** Decoded data of large pictures and font programs, per document. */
  data: number;
  /** Decoded data of small pictures, per document. */
  smallData: number;
  /** Comparisons of texts with drawings at the same place, per document. */
  comparisons: number;
  /** Whether to look for features that programs draw differently. */
  drawing: boolean;
}

/** The minimum cost of a stream, in bytes. */
const LEAST_STREAM = 512;

/**
 * Remaining budget for inspecting a document. It counts work, not time: the same file gives the same findings on a busy
 * machine.
 */
export class LookBudget {
  private operators = 0;
  private ofPage = 0;
  private bytes = 0;
  private comparisons = 0;
  private data = 0;
  private smallData = 0;

  constructor(private readonly limits: LookLimits) {}

  beginPage(): void {
    this.ofPage = 0;
  }

  compare(count: number): void {
    this.comparisons += count;
    if (this.comparisons > this.limits.comparisons) {
      throw new BudgetSpent("document");
    }
  }

  spend(): void {
    this.operators += 1;
    this.ofPage += 1;
    if (this.operators > this.limits.operators) {
      throw new BudgetSpent("document");
    }
    if (this.ofPage > this.limits.pageOperators) {
      throw new BudgetSpent("page");
    }
  }

  /**
   * Whether the budget permits inspecting this many bytes. If so, they are deducted. Skipped content is compared by
   * two renderers after the upload.
   */
  mayLookAtData(bytes: number): boolean {
    const isWithin = this.data + bytes <= this.limits.data;
    this.data += isWithin ? bytes : 0;
    return isWithin;
  }

  /** Like `mayLookAtData`, for a picture with few pixels and bytes. */
  mayLookAtSmallData(bytes: number): boolean {
    const isWithin = this.smallData + bytes <= this.limits.smallData;
    this.smallData += isWithin ? bytes : 0;
    return isWithin;
  }

  /** A content stream's data. Empty if it cannot be decoded, since other readers draw nothing of it either. */
  decode(document: PdfDocument, object: IndirectObject): Buffer {
    try {
      if (this.bytes + document.rawStream(object).length > this.limits.bytes) {
        throw new BudgetSpent("document");
      }
      const data = document.decodedStream(object);
      this.bytes += Math.max(LEAST_STREAM, data.length);
      if (this.bytes > this.limits.bytes) {
        throw new BudgetSpent("document");
      }
      return data;
    } catch (error) {
      if (error instanceof PdfError) {
        return Buffer.alloc(0);
      }
      throw error;
    }
  }
}
