/** What a person could not read in a workbook: figures shown as `###`, and titles whose second line is cut. */
import ExcelJS, { type Cell, type Row, type Worksheet } from 'exceljs';

const SPACE_AT_THE_SIDES = 1;
const LINE_POINTS = 15;

/** The section of a number format that shows `shown`: formats of counts have a section for 1. */
function chooseSection(numFmt: string, shown: number): string {
  const [first = '', second = ''] = numFmt.split(';');
  return first.startsWith('[=1]') && shown !== 1 ? second : first;
}

/** The length of a number or date as formatted; 0 for text, which may run over the next cell. */
function shownLength({ value, result, numFmt = '' }: Pick<Cell, 'value' | 'result' | 'numFmt'>): number {
  const shown = result ?? value;
  if (shown instanceof Date) return numFmt.replaceAll(/["\\]/g, '').length;
  if (typeof shown !== 'number') return 0;
  const decimals = /0\.(0+)/.exec(numFmt)?.[1]?.length ?? 0;
  const digits = new Intl.NumberFormat('es-AR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(shown); // prettier-ignore
  const words = [...chooseSection(numFmt, shown).matchAll(/"([^"]*)"/g)].map(([, word = '']) => word).join('');
  return digits.length + words.length + (numFmt.includes('$') ? 1 : 0);
}

function linesIn(text: string, width: number): number {
  let [lines, length] = [1, 0];
  for (const word of text.split(' ')) {
    if (length > 0 && length + 1 + word.length > width - SPACE_AT_THE_SIDES) {
      lines += 1;
      length = word.length;
    } else length += (length > 0 ? 1 : 0) + word.length;
  }
  return lines;
}

function troublesOfRow(sheet: Worksheet, row: Row): string[] {
  const found: string[] = [];
  row.eachCell((cell) => {
    const { width = 8.43 } = sheet.getColumn(cell.col);
    const length = shownLength(cell);
    if (length > 0 && length + SPACE_AT_THE_SIDES > width)
      found.push(`${sheet.name}!${cell.address}: ${String(length)} characters in ${String(width)}`);
    const wraps = cell.alignment?.wrapText === true;
    if (wraps && linesIn(cell.text, width) * LINE_POINTS > (row.height ?? LINE_POINTS))
      found.push(`${sheet.name}!${cell.address}: «${cell.text}» is cut`);
  });
  return found;
}

export async function findIllegible(file: string): Promise<readonly string[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const found: string[] = [];
  for (const sheet of workbook.worksheets) sheet.eachRow((row) => found.push(...troublesOfRow(sheet, row)));
  return found;
}
