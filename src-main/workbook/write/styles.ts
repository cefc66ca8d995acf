import type { Style } from 'exceljs';
import type { ColumnType } from './workbook.ts';

/** The number format of each kind. Text has the format "Text", so that editing a cell does not turn `=1+1` or `00123` into something else. */
const FORMATS: Record<ColumnType, string> = {
  texto: '@',
  entero: '#,##0',
  importe: '"$" #,##0.00;"\u2212$" #,##0.00',
  porcentaje: '0.00" %"',
  fecha: 'dd/mm/yyyy',
  fechaHora: 'dd/mm/yyyy hh:mm:ss',
  booleano: 'General',
};

type CellStyle = Partial<Style>;

/** The styles of one workbook. exceljs recognises a style by its object, so each is made once and shared by all its cells. */
export interface Styles {
  readonly cell: Readonly<Record<ColumnType, CellStyle>>;
  readonly total: Readonly<Record<ColumnType, CellStyle>>;
  /** The first cell of a totals row, a number that reads "1.100 cupones". */
  count(unit: string): CellStyle;
  headerStyle(tipo: ColumnType): CellStyle;
  readonly titulo: CellStyle;
  readonly subtitulo: CellStyle;
  readonly sello: CellStyle;
  readonly label: CellStyle;
}

const INK = { argb: 'FF1F3A5F' };
const GRIS = { argb: 'FF5B6470' };
const SUNKEN = { argb: 'FFEEF1F5' };
const isRightAligned = (tipo: ColumnType): boolean => ['importe', 'entero', 'porcentaje'].includes(tipo);

/** Paper, ink, a fine rule under the header and a double rule under every total (docs/visual-language.md §1). */
export function createStyles(): Styles {
  const byType = (work: (tipo: ColumnType) => CellStyle): Record<ColumnType, CellStyle> => ({
    texto: work('texto'),
    entero: work('entero'),
    importe: work('importe'),
    porcentaje: work('porcentaje'),
    fecha: work('fecha'),
    fechaHora: work('fechaHora'),
    booleano: work('booleano'),
  });
  const getAlignment = (tipo: ColumnType): CellStyle['alignment'] => ({
    horizontal: isRightAligned(tipo) ? 'right' : 'left',
    vertical: 'middle',
  });
  const total = (tipo: ColumnType, numFmt: string): CellStyle => ({
    numFmt,
    font: { name: 'Calibri', size: 11, bold: true },
    alignment: getAlignment(tipo) ?? {},
    border: { top: { style: 'thin', color: INK }, bottom: { style: 'double', color: INK } },
  });
  const headers = byType((tipo) => ({
    numFmt: '@',
    font: { name: 'Calibri', size: 11, bold: true, color: INK },
    fill: { type: 'pattern', pattern: 'solid', fgColor: SUNKEN },
    border: { bottom: { style: 'thin', color: INK } },
    alignment: { ...getAlignment(tipo), wrapText: true },
  }));
  const cuentas = new Map<string, CellStyle>();
  return {
    cell: byType((tipo) => ({
      numFmt: FORMATS[tipo],
      ...(tipo === 'fecha' || tipo === 'fechaHora' ? { alignment: { horizontal: 'left' } } : {}),
    })),
    total: byType((tipo) => total(tipo, FORMATS[tipo])),
    count: (unit) => {
      const style = cuentas.get(unit) ?? total('texto', `#,##0" ${unit.replaceAll('"', '')}"`);
      cuentas.set(unit, style);
      return style;
    },
    headerStyle: (tipo) => headers[tipo],
    titulo: { numFmt: '@', font: { name: 'Calibri', size: 14, bold: true, color: INK } },
    subtitulo: { numFmt: '@', font: { name: 'Calibri', size: 12, bold: true, color: INK } },
    sello: { numFmt: '@', font: { name: 'Calibri', size: 10, color: GRIS } },
    label: { numFmt: '@', font: { name: 'Calibri', size: 11, color: GRIS } },
  };
}
