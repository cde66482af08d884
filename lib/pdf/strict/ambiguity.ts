/**
 * A place where readers can arrive at different documents. `at` is an object number, or an absolute offset if no
 * object is concerned.
 */
export interface Ambiguity {
  code: AmbiguityCode;
  at: number;
}

/**
 * Whether readers can differ in the content that they show (`content`), or only a reader that rejects the file's
 * cross-reference data and scans its bytes would notice (`form`). A signed upload is refused for the first and accepted
 * with the second.
 */
const severities = {
  /** One section lists a number twice. */
  listed_twice: "content",
  /** The table and the stream of a hybrid section disagree (ISO 32000-2, 7.5.8.4). */
  hybrid_disagrees: "content",
  /** A hybrid section: readers without support for cross-reference streams see fewer objects. */
  hybrid: "form",
  /** The /Prev chain leads back to a section already read. */
  section_loop: "form",
  /** A section or a trailer is not written as 7.5.4, 7.5.5 or 7.5.8 requires. */
  loose_section: "form",
  /** The linearization dictionary leads to another first section than `startxref` does. */
  linearization: "content",
  /** The offset of the entry has another object, or none. */
  wrong_offset: "content",
  /** The object, or a reference to it, has another generation than its entry. */
  wrong_generation: "content",
  /**
   * A reference to an object that no section lists, for which some programs rebuild the file and lose the objects in
   * object streams.
   */
  missing_object: "content",
  /** An object starts inside another one. */
  overlap: "content",
  /** An object without an entry, which readers that rebuild a file would use. */
  stray_object: "form",
  /** Bytes between objects that belong to none of them. */
  stray_bytes: "form",
  /** The /N, /First or header of an object stream does not match its content (7.5.7). */
  object_stream: "content",
  duplicate_key: "content",
  /** Stray words in an object, or an object without an end. */
  loose_object: "form",
  /** `endstream` does not follow at /Length. */
  stream_length: "content",
  /** The data belongs to another file (/F), or the filters are not named as in 7.4. */
  stream_filters: "content",
  /** Data that lenient readers decode differently, or decode as far as possible. */
  stream_data: "content",
  /** /Count, /Type, /Parent or /Kids do not match the tree (7.7.3). */
  page_tree: "content",
  /** `EI` occurs inside the data of an inline image, or the data does not end where `EI` is (8.9.7). */
  inline_image: "content",
  /** Numbers, names or strings of a content stream that readers interpret differently (7.3). */
  content_syntax: "content",
  /** A content stream restores more states than it saved (8.4.2). This is common, and most readers ignore it. */
  content_states: "form",
  /** A form XObject or an appearance without a /BBox of four numbers (8.10.2). */
  form_box: "content",
  /** Alternate configurations of layers, which one program uses as the default (8.11.4.3). */
  layer_configurations: "form",
  /** A page's box, rotation or /UserUnit is null, incomplete or out of range (7.7.3.3). */
  page_boxes: "content",
} as const;

export type AmbiguityCode = keyof typeof severities;

/** Whether the file can show different content in readers that all follow its cross-reference data. */
export function changesContent({ code }: Ambiguity): boolean {
  return severities[code] === "content";
}

/** Each code once, with the first place at which it was found. */
export class Ambiguities {
  private readonly first = new Map<AmbiguityCode, number>();

  note(code: AmbiguityCode, at: number): void {
    if (!this.first.has(code)) {
      this.first.set(code, at);
    }
  }

  has(code: AmbiguityCode): boolean {
    return this.first.has(code);
  }

  list(): Ambiguity[] {
    return [...this.first].map(([code, at]) => ({ code, at }));
  }
}
