/** Control characters but tab and line ends, which a spreadsheet keeps inside a cell. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;
/** What a spreadsheet takes for a formula, in the full width of Asian keyboards too; what is not seen before it hides nothing. */
const FORMULA = /^[\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/u;

/** The picture that Unicode has of a control character; of those of the second set there is none. */
function picture(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/**
 * Text with its control characters as pictures: a NUL ends the field for some programs, an ESC is obeyed by a terminal that shows the file. What was
 * there is still seen.
 */
export const withoutControls = (text: string): string => text.replace(CONTROL, picture);

/** A field of a `.csv`: what a spreadsheet would take for a formula is marked as text, what has a separator, a quote or a line end is quoted. */
export function csvField(text: string): string {
  const plain = withoutControls(text);
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
