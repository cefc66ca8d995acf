import { detectUtf16Order, headOf, streamOf, type Source } from '../workbook.ts';

/** The upper half of code page 850, which `TextDecoder` does not know and DOS programs of tills still write. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const decodeCp850 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : UPPER.charAt(byte - 0x80))).join('');

/** Bytes that are a Spanish letter in code page 850 but no letter of a Spanish word in Windows-1252: é ü É í ó ú ñ Ñ º °, and Á for µ. */
const OF_850: ReadonlySet<number> = new Set([0x82, 0x81, 0x90, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa7, 0xf8, 0xb5]);
/** Bytes that are a Spanish letter in Windows-1252 but not in code page 850: Á É Í Ñ Ó Ú Ü á í ñ ó ú ü º °. */
const OF_1252: ReadonlySet<number> = new Set([
  0xc1, 0xc9, 0xcd, 0xd1, 0xd3, 0xda, 0xdc, 0xe1, 0xed, 0xf1, 0xf3, 0xfa, 0xfc, 0xba, 0xb0,
]);
/** In code page 850 a hard space, which tills write around amounts; in Windows-1252 a ÿ. */
const HARD_SPACE = 0xff;
/** í in code page 850; in Windows-1252 ¡, which stands only before a word. */
const I_OR_EXCLAMATION = 0xa1;
/** ° (as in «N°») in code page 850; in Windows-1252 ø, which Spanish does not have. */
const DEGREE_OR_O = 0xf8;
/** Ó and Í in code page 850; in Windows-1252 à and Ö, which Spanish does not have. */
const CAPITALS_OF_850: ReadonlySet<number> = new Set([0xe0, 0xd6]);
/** Ú in code page 850, é in Windows-1252. */
const E_OR_U = 0xe9;

const isUpper = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
const isLetter = (byte: number | undefined): boolean =>
  isUpper(byte) || isUpper(byte === undefined ? byte : byte - 0x20);
/** Whether the byte is the Ú of "Últimos" in code page 850: as Windows-1252 the word would begin with "élt", as no Spanish word does. */
const beginsLast = (bytes: Uint8Array, at: number): boolean =>
  !isLetter(bytes[at - 1]) && bytes[at + 1] === 0x6c && bytes[at + 2] === 0x74;
/** Whether the byte is the Ú at the end of a word in capitals ("PERÚ"). Two capitals must precede it; after one capital it is an é ("Débito"). */
const endsInCapitals = (bytes: Uint8Array, at: number): boolean =>
  isUpper(bytes[at - 2]) && isUpper(bytes[at - 1]) && !isLetter(bytes[at + 1]);

/** Which encoding a byte speaks for: 1 for code page 850, -1 for Windows-1252, 0 for neither. */
function voteOn(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === HARD_SPACE) return 1;
  if (!isLetter(bytes[at - 1]) && !isLetter(bytes[at + 1])) return 0;
  if (byte === I_OR_EXCLAMATION && !isLetter(bytes[at - 1])) return 0;
  if (byte === DEGREE_OR_O && isLetter(bytes[at + 1])) return 0;
  if (OF_850.has(byte)) return 1;
  if (OF_1252.has(byte)) return -1;
  if (CAPITALS_OF_850.has(byte)) return isUpper(bytes[at - 1]) || isUpper(bytes[at + 1]) ? 1 : 0;
  if (byte !== E_OR_U) return 0;
  return isUpper(bytes[at + 1]) || endsInCapitals(bytes, at) || beginsLast(bytes, at) ? 1 : -1;
}

/** Decides by the bytes inside words: a letter with accent in one encoding is a line drawing, a sign or a foreign letter in the other encoding. */
function isCp850(bytes: Uint8Array): boolean {
  let votes = 0;
  for (const [at, byte] of bytes.entries()) if (byte >= 0x80) votes += voteOn(bytes, at);
  return votes > 0;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850';

/** How much of a text that is no valid UTF-8 to examine; headers and names come early. */
const SAMPLE_BYTES = 1024 * 1024;

/** Detects a text's encoding: by byte order mark, zero bytes of UTF-16, UTF-8 if all or most accents are valid (they may come late), else by its words. */
export async function detectEncoding(source: Source, signal: AbortSignal): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const piece of streamOf(source, signal)) {
      const utf16 = first ? detectUtf16Order(piece.subarray(0, 4096)) : undefined;
      if (utf16 !== undefined) return utf16;
      first = false;
      decoder.decode(piece, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return decideEncoding(await headOf(source, SAMPLE_BYTES));
    throw error;
  }
}

export function decoderOf(encoding: Encoding): (piece: Uint8Array, stream: boolean) => string {
  if (encoding === 'cp850') return decodeCp850;
  const decoder = new TextDecoder(encoding);
  return (piece, stream) => decoder.decode(piece, { stream });
}

function decideEncoding(sample: Uint8Array): Encoding {
  if (isMostlyUtf8(sample)) return 'utf-8';
  return isCp850(sample) ? 'cp850' : 'windows-1252';
}

/** Whether most accents are valid UTF-8: some tills write UTF-8 but cut names inside a letter. In other encodings hardly any accent is valid UTF-8. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const accents = new TextDecoder().decode(sample, { stream: true }).match(/[^\0-\x7f]/gu) ?? [];
  return accents.filter((letter) => letter === '\ufffd').length * 2 < accents.length;
}
