import type { Style } from 'exceljs';
import type { ColumnaTipo } from './libro.ts';

/** How each kind is shown. Text has the format "Text", so that editing a cell does not turn `=1+1` or `00123` into something else. */
const FORMATOS: Record<ColumnaTipo, string> = {
  texto: '@',
  entero: '#,##0',
  importe: '"$" #,##0.00;"\u2212$" #,##0.00',
  porcentaje: '0.00" %"',
  fecha: 'dd/mm/yyyy',
  fechaHora: 'dd/mm/yyyy hh:mm:ss',
  booleano: 'General',
};

type Estilo = Partial<Style>;

/** The styles of one workbook. exceljs recognises a style by its object: each is made once and shared by all its cells. */
export interface Estilos {
  readonly celda: Readonly<Record<ColumnaTipo, Estilo>>;
  readonly total: Readonly<Record<ColumnaTipo, Estilo>>;
  /** The first cell of a totals row, a number that reads "1.100 cupones". */
  cuenta(unidad: string): Estilo;
  encabezado(tipo: ColumnaTipo): Estilo;
  readonly titulo: Estilo;
  readonly subtitulo: Estilo;
  readonly sello: Estilo;
  readonly etiqueta: Estilo;
}

const TINTA = { argb: 'FF1F3A5F' };
const GRIS = { argb: 'FF5B6470' };
const HUNDIDO = { argb: 'FFEEF1F5' };
const aLaDerecha = (tipo: ColumnaTipo): boolean => ['importe', 'entero', 'porcentaje'].includes(tipo);

/** Paper, ink, a fine rule under the header and a double rule under every total (docs/visual-language.md §1). */
export function createEstilos(): Estilos {
  const porTipo = (hacer: (tipo: ColumnaTipo) => Estilo): Record<ColumnaTipo, Estilo> => ({
    texto: hacer('texto'),
    entero: hacer('entero'),
    importe: hacer('importe'),
    porcentaje: hacer('porcentaje'),
    fecha: hacer('fecha'),
    fechaHora: hacer('fechaHora'),
    booleano: hacer('booleano'),
  });
  const alineacion = (tipo: ColumnaTipo): Estilo['alignment'] => ({
    horizontal: aLaDerecha(tipo) ? 'right' : 'left',
    vertical: 'middle',
  });
  const total = (tipo: ColumnaTipo, numFmt: string): Estilo => ({
    numFmt,
    font: { name: 'Calibri', size: 11, bold: true },
    alignment: alineacion(tipo) ?? {},
    border: { top: { style: 'thin', color: TINTA }, bottom: { style: 'double', color: TINTA } },
  });
  const encabezados = porTipo((tipo) => ({
    numFmt: '@',
    font: { name: 'Calibri', size: 11, bold: true, color: TINTA },
    fill: { type: 'pattern', pattern: 'solid', fgColor: HUNDIDO },
    border: { bottom: { style: 'thin', color: TINTA } },
    alignment: { ...alineacion(tipo), wrapText: true },
  }));
  const cuentas = new Map<string, Estilo>();
  return {
    celda: porTipo((tipo) => ({
      numFmt: FORMATOS[tipo],
      ...(tipo === 'fecha' || tipo === 'fechaHora' ? { alignment: { horizontal: 'left' } } : {}),
    })),
    total: porTipo((tipo) => total(tipo, FORMATOS[tipo])),
    cuenta: (unidad) => {
      const estilo = cuentas.get(unidad) ?? total('texto', `#,##0" ${unidad.replaceAll('"', '')}"`);
      cuentas.set(unidad, estilo);
      return estilo;
    },
    encabezado: (tipo) => encabezados[tipo],
    titulo: { numFmt: '@', font: { name: 'Calibri', size: 14, bold: true, color: TINTA } },
    subtitulo: { numFmt: '@', font: { name: 'Calibri', size: 12, bold: true, color: TINTA } },
    sello: { numFmt: '@', font: { name: 'Calibri', size: 10, color: GRIS } },
    etiqueta: { numFmt: '@', font: { name: 'Calibri', size: 11, color: GRIS } },
  };
}
