import { BerError } from "@/lib/pades/verify/cms/ber";
import { readOcspResponse, type OcspAnswer, type OcspResponse } from "./ocsp-answer";
import { readRevocationList, type RevocationList } from "./revocation-list";

/**
 * Limits for the lists and responses read from one file, and for their total size: a large authority's list has 10
 * MB.
 */
const mostItems = 256;
const mostBytes = 32 * 1024 * 1024;

/** Source of a piece of revocation data: `own` is this instance's current data. The others are in the file. */
export type DataOrigin = { kind: "own" } | { kind: "signature" } | { kind: "store"; objectNum: number };

export interface ListEntry {
  list: RevocationList;
  origin: DataOrigin;
}

export interface AnswerEntry {
  response: OcspResponse;
  answer: OcspAnswer;
  origin: DataOrigin;
}

/**
 * CRLs and OCSP responses, by the certificates that they cover. Unreadable ones are skipped, because they prove
 * nothing.
 */
export class RevocationData {
  private readonly lists = new Map<string, ListEntry[]>();
  private readonly answers = new Map<string, AnswerEntry[]>();
  private items = 0;
  private bytes = 0;

  /** The maximum size of the next piece, or 0 when the limits are reached. */
  get bytesLeft(): number {
    return this.items < mostItems ? mostBytes - this.bytes : 0;
  }

  addList(der: Buffer, origin: DataOrigin): void {
    const list = this.read(der, readRevocationList);
    if (list) {
      push(this.lists, list.issuerKey, { list, origin });
    }
  }

  addResponse(der: Buffer, origin: DataOrigin): void {
    const response = this.read(der, readOcspResponse);
    response?.answers.forEach((answer) =>
      push(this.answers, answer.serial.toString("hex"), { response, answer, origin }),
    );
  }

  listsOf(issuerKey: string): readonly ListEntry[] {
    return this.lists.get(issuerKey) ?? [];
  }

  answersAbout(serial: Buffer): readonly AnswerEntry[] {
    return this.answers.get(serial.toString("hex")) ?? [];
  }

  private read<T>(der: Buffer, reader: (der: Buffer) => T): T | null {
    if (der.length > this.bytesLeft) {
      return null;
    }
    this.items += 1;
    this.bytes += der.length;
    try {
      return reader(der);
    } catch (error) {
      if (error instanceof BerError) {
        return null;
      }
      throw error;
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) {
    list.push(value);
  } else {
    map.set(key, [value]);
  }
}
