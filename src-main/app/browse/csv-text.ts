/** Control characters, except tab and line ends, which a spreadsheet keeps inside a cell. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
/** The start of a text that a spreadsheet takes for a formula, also in full width (Asian keyboards) and after invisible characters. */
const FORMULA = /^[\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/u;

/** The Unicode picture of a control character. Those of the second set (C1) have none. */
function drawControl(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/**
 * Text with pictures in the place of its control characters, so that they are still seen. A NUL ends the field for some programs; a terminal
 * that shows the file obeys an ESC.
 */
export const withoutControls = (text: string): string => text.replace(CONTROL, drawControl);

/**
 * A field of a `.csv`. A text that a spreadsheet would take for a formula is marked as text; one with a separator, a quote or a line end is
 * quoted.
 */
export function toCsvField(text: string): string {
  const plain = withoutControls(text);
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
