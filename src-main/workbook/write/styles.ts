import type { Alignment, Style } from 'exceljs';
import { isFigure } from './layout.ts';
import type { ColumnType, CountWord } from './workbook.ts';

/** Text cells get the format "Text" (`@`), because editing a cell would otherwise turn `=1+1` or `00123` into something else. */
const FORMATS: Record<ColumnType, string> = {
  texto: '@',
  entero: '#,##0_ ',
  importe: '"$" #,##0.00_ ;"\u2212$" #,##0.00_ ',
  porcentaje: '0.00" %"_ ',
  fecha: 'dd/mm/yyyy',
  // Shows minutes, as the screens do; the cell's value keeps the seconds.
  fechaHora: 'dd/mm/yyyy hh:mm',
  booleano: 'General',
};

type CellStyle = Partial<Style>;

/** exceljs recognises a style by its object, so all cells of a style must share one object. */
export type Styles = ReturnType<typeof createStyles>;

const INK = { argb: 'FF1F3A5F' };
const GREY = { argb: 'FF5B6470' };
const SUNKEN = { argb: 'FFEEF1F5' };

/** The styles of all cells: paper, ink, a fine rule under the header and a double rule under every total (docs/visual-language.md §1). */
export function createStyles() {
  const byType = (work: (type: ColumnType) => CellStyle): Record<ColumnType, CellStyle> => ({
    texto: work('texto'),
    entero: work('entero'),
    importe: work('importe'),
    porcentaje: work('porcentaje'),
    fecha: work('fecha'),
    fechaHora: work('fechaHora'),
    booleano: work('booleano'),
  });
  // The indent separates a figure from a date or text in the next column.
  const getAlignment = (type: ColumnType): Partial<Alignment> =>
    isFigure(type)
      ? { horizontal: 'right', indent: 1, vertical: 'middle' }
      : { horizontal: 'left', vertical: 'middle' };
  const createTotalStyle = (type: ColumnType, numFmt: string): CellStyle => ({
    numFmt,
    font: { name: 'Calibri', size: 11, bold: true },
    alignment: getAlignment(type),
    border: { top: { style: 'thin', color: INK }, bottom: { style: 'double', color: INK } },
  });
  const headers = byType((type) => ({
    numFmt: '@',
    font: { name: 'Calibri', size: 11, bold: true, color: INK },
    fill: { type: 'pattern', pattern: 'solid', fgColor: SUNKEN },
    border: { bottom: { style: 'thin', color: INK } },
    alignment: { ...getAlignment(type), wrapText: true },
  }));
  const counts = new Map<string, CellStyle>();
  return {
    cell: byType((type) => ({ numFmt: FORMATS[type], alignment: { ...getAlignment(type), vertical: 'top' } })),
    /** A text wider than its column wraps to a second line. */
    sentence: {
      numFmt: FORMATS.texto,
      alignment: { ...getAlignment('texto'), vertical: 'top', wrapText: true },
    } satisfies CellStyle,
    total: byType((type) => createTotalStyle(type, FORMATS[type])),
    /** The style of a count in a totals row: it shows the number as "1 cupón" or "1.100 cupones", and stays right when a filter changes the number. */
    count: ([one, several]: CountWord): CellStyle => {
      const style = counts.get(several) ?? createTotalStyle('texto', `[=1]0" ${one}";#,##0" ${several}"`);
      counts.set(several, style);
      return style;
    },
    headerStyle: (type: ColumnType): CellStyle => headers[type],
    titulo: { numFmt: '@', font: { name: 'Calibri', size: 14, bold: true, color: INK } },
    subtitulo: { numFmt: '@', font: { name: 'Calibri', size: 12, bold: true, color: INK } },
    sello: { numFmt: '@', font: { name: 'Calibri', size: 10, color: GREY } },
    label: { numFmt: '@', font: { name: 'Calibri', size: 11, color: GREY } },
  };
}
