import type { Conciliacion } from '#domain/conciliacion.ts';
import { compareCounters } from '#domain/service-counters.ts';
import { centavosOf } from '#domain/money.ts';
import { COUNTERS, LINES_OF, NOT_SENT, COUNTER_REASONS, LABELS } from '#domain/texts/labels.ts';
import {
  LINES as LINE_KINDS,
  REASONS,
  type Bridge,
  type LeftOutRows,
  type LineKind,
  type Reason,
  type SheetBridge,
} from '#domain/till-bridge.ts';
import { partsOf, toReferencia } from '#workbook/write/layout.ts';
import type { Cell, RecordTable, Formula, TableSheet } from '#workbook/write/workbook.ts';
import { toPair } from '../sheets.ts';
import { MOTIVO_COLUMN, IMPORTE_COLUMN, type LeftOutReason } from './sheets.ts';
import type { Tally } from './tally.ts';

const SHEET_OF: Readonly<Record<Reason, string>> = {
  error: 'Omitidos',
  enviada: 'Omitidos',
  omitida: 'Omitidos',
  rechazada: 'Rechazados',
  sin_enviar: 'No enviados',
};

type Row = readonly (Cell | Formula)[];

export interface LeftOutSheet {
  readonly hoja: TableSheet;
  readonly filas: number;
  readonly maxRows: number;
}

function toRowOver(reason: LeftOutReason, sum: LeftOutRows, { hoja, filas, maxRows }: LeftOutSheet): Row {
  const columns = hoja.columnas.map(({ titulo }) => titulo);
  const [motivo, importe] = [columns.indexOf(MOTIVO_COLUMN), columns.indexOf(IMPORTE_COLUMN)];
  const parts = partsOf(hoja, filas, maxRows);
  const writeForEach = (formula: (motivos: string, importes: string) => string): string =>
    parts.map((part) => formula(toReferencia(part, motivo), toReferencia(part, importe))).join('+');
  const name = `"${NOT_SENT[reason].es}"`;
  return [
    { formula: writeForEach((motivos) => `COUNTIF(${motivos},${name})`), valor: sum.filas },
    {
      formula: writeForEach((motivos, importes) => `SUMIF(${motivos},${name},${importes})`),
      valor: centavosOf(sum.importe),
    },
  ];
}

/** A line for each kind of row: sent rows, left-out rows by reason, and lines that are no coupons. Together they are all rows of the files. */
export function buildRowsToSent(bridge: Bridge, leftOut: LeftOutSheet | undefined): RecordTable {
  const toReasonRows = (name: Reason): Row[] => {
    const sum = bridge.omitidos[name];
    if (sum.filas === 0) return [];
    const unreadable = sum.sinImporte === 0 ? null : sum.sinImporte;
    const isListed = leftOut !== undefined && name !== 'rechazada' && name !== 'sin_enviar';
    const figures = isListed ? toRowOver(name, sum, leftOut) : [sum.filas, centavosOf(sum.importe)];
    return [[`${NOT_SENT[name].es} (hoja ${SHEET_OF[name]})`, ...figures, unreadable]];
  };
  const toLineRows = (kind: LineKind): Row[] =>
    bridge.lineas[kind] === 0 ? [] : [[LINES_OF[kind], bridge.lineas[kind], null, null]];
  return {
    titulo: 'De las filas del archivo a lo enviado',
    columnas: [
      { titulo: 'Qué es', tipo: 'texto' },
      ...toPair('Filas', 'Importe'),
      { titulo: 'Sin importe legible', tipo: 'entero', total: 'suma' },
    ],
    filas: [
      ['Enviados', bridge.enviados.filas, centavosOf(bridge.enviados.importe), null],
      ...REASONS.flatMap(toReasonRows),
      ...LINE_KINDS.flatMap(toLineRows),
    ],
  };
}

const nameOf = ({ archivo, hoja }: SheetBridge): string => (hoja === null ? archivo : `${archivo} · ${hoja}`);

/** The lines of a sheet that are no coupons and so have no day. Empty if every line is a coupon. */
function linesOf({ lineas }: SheetBridge, name: string): Row[] {
  const rows = LINE_KINDS.reduce((sum, kind) => sum + lineas[kind], 0);
  return rows === 0 ? [] : [[name, '(no son cupones)', rows, null, null, null, null, null, null]];
}

export const bySheetAndDay = (bridge: Bridge): RecordTable => ({
  titulo: LABELS.bySheetAndDay.es,
  columnas: [
    { titulo: LABELS.fileAndSheet.es, tipo: 'texto' },
    { titulo: 'Día', tipo: 'fecha' },
    ...toPair('Filas', 'Importe'),
    ...toPair('Enviados', 'Importe enviado'),
    ...toPair('No enviados', 'Importe no enviado'),
    { titulo: 'Sin importe legible', tipo: 'entero', total: 'suma' },
  ],
  filas: bridge.hojas.flatMap((sheet) => [
    ...sheet.dias.map(({ dia, enviados: sent, omitidos: leftOut }): Row => {
      const [amount, leftOutAmount] = [centavosOf(sent.importe), centavosOf(leftOut.importe)];
      return [
        nameOf(sheet),
        dia ?? '(sin fecha)',
        sent.filas + leftOut.filas,
        amount + leftOutAmount,
        sent.filas,
        amount,
        leftOut.filas,
        leftOutAmount,
        leftOut.sinImporte === 0 ? null : leftOut.sinImporte,
      ];
    }),
    ...linesOf(sheet, nameOf(sheet)),
  ]),
});

/** The totals that the files declare beside the sums of their coupons; empty if they declare none. */
export function buildDeclaredTotals(bridge: Bridge): readonly RecordTable[] {
  const rows = bridge.hojas.flatMap((sheet) =>
    sheet.totales.map(({ fila, importe, dice, suman, diferencia }): Row => [
      nameOf(sheet),
      fila,
      importe === null ? (dice === '' ? 'No dice importe' : dice) : centavosOf(importe),
      centavosOf(suman),
      diferencia === null ? null : centavosOf(diferencia),
    ]),
  );
  if (rows.length === 0) return [];
  return [
    {
      titulo: 'Contra las líneas de total del archivo',
      columnas: [
        { titulo: LABELS.fileAndSheet.es, tipo: 'texto' },
        { titulo: 'Fila', tipo: 'entero' },
        { titulo: 'Dice', tipo: 'importe' },
        { titulo: 'Suman sus filas', tipo: 'importe' },
        { titulo: 'Diferencia', tipo: 'importe' },
      ],
      filas: rows,
    },
  ];
}

export const buildServiceCounters = (conciliacion: Conciliacion, { total }: Pick<Tally, 'total'>): RecordTable => ({
  titulo: LABELS.againstCounters.es,
  columnas: [
    { titulo: 'Contador', tipo: 'texto' },
    { titulo: LABELS.accordingToService.es, tipo: 'entero' },
    { titulo: 'Según este informe', tipo: 'entero' },
    { titulo: 'Diferencia', tipo: 'entero' },
    // Empty, to separate a figure from its words.
    { titulo: '', tipo: 'texto' },
    { titulo: 'Qué cuenta', tipo: 'texto' },
  ],
  filas: compareCounters(conciliacion, (disposition) => total[disposition].cupones).map(
    ({ contador, servicio, nuestro, motivo }): Row => {
      const { name, counts } = COUNTERS[contador];
      const words = motivo === undefined ? counts.es : `${counts.es} ${COUNTER_REASONS[motivo].es}`;
      return [name.es, servicio, nuestro, nuestro === null ? null : servicio - nuestro, null, words];
    },
  ),
});
