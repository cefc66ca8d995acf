/** The letter of a column as a spreadsheet names it: 0 is A, 25 Z, 26 AA. */
export function toColumnLetter(index: number): string {
  let letters = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  return letters;
}

/** The inverse; undefined when the text is not one to three letters up to XFD. */
export function parseColumnLetter(letters: string): number | undefined {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return undefined;
  let n = 0;
  for (const letter of letters.toUpperCase()) n = n * 26 + letter.charCodeAt(0) - 64;
  return n <= 16_384 ? n - 1 : undefined;
}
