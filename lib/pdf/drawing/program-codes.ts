/** The glyphs of a Type 1 or CFF program by name, and its built-in codes for them. */
export interface ProgramCodes {
  names: ReadonlySet<string>;
  codes: ReadonlyMap<number, string>;
  /** Its codes are defined twice. Some programs use the first definition and others the last. */
  isTwofold: boolean;
}

const MOST_GLYPHS = 65_535;
const FIRST_CODE = 32,
  LAST_CODE = 126;
/** Glyphs in the predefined charsets of CFF: 229 for Latin, and others for expert sets. */
const LATIN_GLYPHS = 229;

/** Null for other programs, and if a table is truncated. */
export function readProgramCodes(program: Buffer): ProgramCodes | null {
  try {
    const start = program.toString("latin1", 0, 4);
    if (start.startsWith("%!") || start.startsWith("\x80\x01")) {
      return readType1(program);
    }
    const cff = start === "OTTO" ? tableOf(program, "CFF ") : program;
    return cff?.[0] === 1 && cff[1] === 0 ? readCff(cff) : null;
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

/** The ASCII codes of the standard encoding. */
export function standardName(code: number): string | null {
  return code >= FIRST_CODE && code <= LAST_CODE ? (STANDARD_GLYPHS[code - FIRST_CODE + 1] ?? null) : null;
}

function standardCodes(names: ReadonlySet<string>): Map<number, string> {
  const codes = new Map<number, string>();
  for (let code = FIRST_CODE; code <= LAST_CODE; code += 1) {
    const name = standardName(code);
    if (name !== null && names.has(name)) {
      codes.set(code, name);
    }
  }
  return codes;
}

const SEGMENT = 0x80;
const SEGMENT_HEADER = 6;
const EEXEC_KEY = 55_665;
const EEXEC_START = 4;

function readType1(program: Buffer): ProgramCodes | null {
  const joinedProgram = program[0] === SEGMENT ? joined(program) : program;
  const at = joinedProgram.indexOf("eexec", 0, "latin1");
  if (at < 0) {
    return null;
  }
  const clear = joinedProgram.toString("latin1", 0, at);
  let start = at + "eexec".length;
  while ([9, 10, 13, 32].includes(joinedProgram[start] ?? 0)) {
    start += 1;
  }
  const hidden = decrypted(joinedProgram.subarray(start)).toString("latin1");
  const glyphs = hidden.slice(Math.max(0, hidden.indexOf("/CharStrings")));
  const names = new Set(
    [...glyphs.matchAll(/\/([^\s/[\]{}()<>%]+)\s+\d+\s+(?:RD|-\||\S{1,12})\s/g)].map(([, name = ""]) => name),
  );
  const definitions = [...clear.matchAll(/\/Encoding\b/g)];
  const isStandard = /\/Encoding\s+StandardEncoding\b/.test(clear);
  const codes = isStandard ? standardCodes(names) : new Map<number, string>();
  for (const [, base, digits = "", name = ""] of clear.matchAll(
    /\bdup\s+(?:(\d+)#)?([0-9a-zA-Z]+)\s*\/([^\s/]+)\s+put\b/g,
  )) {
    codes.set(Number.parseInt(digits, base === undefined ? 10 : Number(base)), name);
  }
  return { names, codes, isTwofold: definitions.length > 1 };
}

function joined(program: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; program[at] === SEGMENT && (program[at + 1] === 1 || program[at + 1] === 2);) {
    const length = program.readUInt32LE(at + 2);
    parts.push(program.subarray(at + SEGMENT_HEADER, at + SEGMENT_HEADER + length));
    at += SEGMENT_HEADER + length;
  }
  return Buffer.concat(parts);
}

/** Encrypted data may be written in hexadecimal digits (Adobe Type 1 Font Format, 7.2). */
function decrypted(data: Buffer): Buffer {
  const isHex = /^[0-9a-fA-F\s]{4}/.test(data.toString("latin1", 0, EEXEC_START));
  const cipher = isHex ? Buffer.from(data.toString("latin1").replaceAll(/[^0-9a-fA-F]/g, ""), "hex") : data;
  const plain = Buffer.alloc(cipher.length);
  let key = EEXEC_KEY;
  for (let at = 0; at < cipher.length; at += 1) {
    const byte = cipher[at] ?? 0;
    plain[at] = byte ^ (key >> 8);
    key = ((byte + key) * 52_845 + 22_719) & 0xffff;
  }
  return plain.subarray(EEXEC_START);
}

interface Index {
  items: Buffer[];
  end: number;
}

function indexAt(cff: Buffer, at: number): Index {
  const count = cff.readUInt16BE(at);
  if (count === 0) {
    return { items: [], end: at + 2 };
  }
  const width = cff.readUInt8(at + 2);
  const offset = (item: number): number => cff.readUIntBE(at + 3 + item * width, width);
  const base = at + 2 + (count + 1) * width;
  const items = Array.from({ length: count }, (_, item) => cff.subarray(base + offset(item), base + offset(item + 1)));
  return { items, end: base + offset(count) };
}

const CHARSET = 15,
  ENCODING = 16,
  CHARSTRINGS = 17;
/** Operator 12 30 (ROS): a font whose glyphs have numbers instead of names. */
const ROS = 0x0c1e;

function readCff(cff: Buffer): ProgramCodes | null {
  const names = indexAt(cff, cff.readUInt8(2));
  const tops = indexAt(cff, names.end);
  const strings = indexAt(cff, tops.end);
  const top = entriesOf(tops.items[0] ?? Buffer.alloc(0));
  const glyphs = top.get(CHARSTRINGS);
  if (glyphs === undefined || top.has(ROS)) {
    return null;
  }
  const count = Math.min(MOST_GLYPHS, cff.readUInt16BE(glyphs));
  const called = (sid: number): string =>
    STANDARD_GLYPHS[sid] ?? strings.items[sid - STANDARD_GLYPHS.length]?.toString("latin1") ?? "";
  const ids = charsetOf(cff, top.get(CHARSET) ?? 0, count);
  if (ids === null) {
    return null;
  }
  const all = ids.map(called);
  const known = new Set(all);
  return { names: known, codes: encodingOf(cff, top.get(ENCODING) ?? 0, { all, known, called }), isTwofold: false };
}

/** Operators with their last operand. All that are needed here have exactly one. */
function entriesOf(dict: Buffer): Map<number, number> {
  const entries = new Map<number, number>();
  let last = 0;
  for (let at = 0; at < dict.length;) {
    const byte = dict[at] ?? 0;
    if (byte === 12) {
      entries.set(0x0c00 + dict.readUInt8(at + 1), last);
      at += 2;
    } else if (byte <= 21) {
      entries.set(byte, last);
      at += 1;
    } else if (byte === 28) {
      last = dict.readInt16BE(at + 1);
      at += 3;
    } else if (byte === 29) {
      last = dict.readInt32BE(at + 1);
      at += 5;
    } else if (byte === 30) {
      do {
        at += 1;
      } while (at < dict.length && ((dict[at] ?? 0) & 15) !== 15 && (dict[at] ?? 0) >> 4 !== 15);
      at += 1;
    } else if (byte >= 247) {
      const next = dict.readUInt8(at + 1);
      last = byte < 251 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108;
      at += 2;
    } else {
      last = byte - 139;
      at += 1;
    }
  }
  return entries;
}

/** The name numbers by glyph, or null for the predefined expert charsets. */
function charsetOf(cff: Buffer, at: number, count: number): number[] | null {
  if (at <= 2) {
    return at === 0 ? Array.from({ length: Math.min(count, LATIN_GLYPHS) }, (_, glyph) => glyph) : null;
  }
  const ids = [0];
  const format = cff.readUInt8(at);
  let pos = at + 1;
  while (ids.length < count) {
    const first = cff.readUInt16BE(pos);
    const left = format === 0 ? 0 : format === 1 ? cff.readUInt8(pos + 2) : cff.readUInt16BE(pos + 2);
    for (let more = 0; more <= left && ids.length < count; more += 1) {
      ids.push(first + more);
    }
    pos += format === 0 ? 2 : format === 1 ? 3 : 4;
  }
  return ids;
}

interface CffNames {
  all: readonly string[];
  known: ReadonlySet<string>;
  called: (sid: number) => string;
}

function encodingOf(cff: Buffer, at: number, { all, known, called }: CffNames): Map<number, string> {
  if (at <= 1) {
    return at === 0 ? standardCodes(known) : new Map<number, string>();
  }
  const codes = new Map<number, string>();
  const format = cff.readUInt8(at);
  const count = cff.readUInt8(at + 1);
  let pos = at + 2;
  let glyph = 1;
  for (let item = 0; item < count; item += 1) {
    const first = cff.readUInt8(pos);
    const left = (format & 127) === 0 ? 0 : cff.readUInt8(pos + 1);
    for (let more = 0; more <= left; more += 1, glyph += 1) {
      codes.set(first + more, all[glyph] ?? "");
    }
    pos += (format & 127) === 0 ? 1 : 2;
  }
  if (format >= SEGMENT) {
    const supplements = cff.readUInt8(pos);
    for (let item = 0; item < supplements; item += 1) {
      codes.set(cff.readUInt8(pos + 1 + item * 3), called(cff.readUInt16BE(pos + 2 + item * 3)));
    }
  }
  return codes;
}

const TABLE_ROW = 16;
const TABLE_HEADER = 12;

function tableOf(program: Buffer, tag: string): Buffer | null {
  const count = program.readUInt16BE(4);
  for (let at = TABLE_HEADER; at < TABLE_HEADER + count * TABLE_ROW; at += TABLE_ROW) {
    if (program.toString("latin1", at, at + 4) === tag) {
      return program.subarray(program.readUInt32BE(at + 8));
    }
  }
  return null;
}

/**
 * The standard strings of CFF (Adobe Technical Note 5176, appendix A), by number. They start with the glyphs of the
 * standard encoding in the order of their codes.
 */
const STANDARD_GLYPHS: readonly string[] = (
  ".notdef space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash zero one two " +
  "three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft " +
  "backslash bracketright asciicircum underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde " +
  "exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl endash dagger " +
  "daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown grave acute " +
  "circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae " +
  "dotlessi lslash oslash oe germandbls onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn " +
  "threequarters twosuperior registered minus eth multiply threesuperior copyright Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute " +
  "Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis " +
  "Ugrave Yacute Ydieresis Zcaron aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex " +
  "idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron exclamsmall " +
  "Hungarumlautsmall dollaroldstyle dollarsuperior ampersandsmall Acutesmall parenleftsuperior parenrightsuperior twodotenleader onedotenleader " +
  "zerooldstyle oneoldstyle twooldstyle threeoldstyle fouroldstyle fiveoldstyle sixoldstyle sevenoldstyle eightoldstyle nineoldstyle commasuperior " +
  "threequartersemdash periodsuperior questionsmall asuperior bsuperior centsuperior dsuperior esuperior isuperior lsuperior msuperior nsuperior " +
  "osuperior rsuperior ssuperior tsuperior ff ffi ffl parenleftinferior parenrightinferior Circumflexsmall hyphensuperior Gravesmall Asmall Bsmall Csmall " +
  "Dsmall Esmall Fsmall Gsmall Hsmall Ismall Jsmall Ksmall Lsmall Msmall Nsmall Osmall Psmall Qsmall Rsmall Ssmall Tsmall Usmall Vsmall Wsmall Xsmall " +
  "Ysmall Zsmall colonmonetary onefitted rupiah Tildesmall exclamdownsmall centoldstyle Lslashsmall Scaronsmall Zcaronsmall Dieresissmall Brevesmall " +
  "Caronsmall Dotaccentsmall Macronsmall figuredash hypheninferior Ogoneksmall Ringsmall Cedillasmall questiondownsmall oneeighth threeeighths " +
  "fiveeighths seveneighths onethird twothirds zerosuperior foursuperior fivesuperior sixsuperior sevensuperior eightsuperior ninesuperior zeroinferior " +
  "oneinferior twoinferior threeinferior fourinferior fiveinferior sixinferior seveninferior eightinferior nineinferior centinferior dollarinferior " +
  "periodinferior commainferior Agravesmall Aacutesmall Acircumflexsmall Atildesmall Adieresissmall Aringsmall AEsmall Ccedillasmall Egravesmall " +
  "Eacutesmall Ecircumflexsmall Edieresissmall Igravesmall Iacutesmall Icircumflexsmall Idieresissmall Ethsmall Ntildesmall Ogravesmall Oacutesmall " +
  "Ocircumflexsmall Otildesmall Odieresissmall OEsmall Oslashsmall Ugravesmall Uacutesmall Ucircumflexsmall Udieresissmall Yacutesmall Thornsmall " +
  "Ydieresissmall 001.000 001.001 001.002 001.003 Black Bold Book Light Medium Regular Roman Semibold"
).split(" ");
