import { formatDayAndTime } from '#domain/civil-date.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { DISPOSITIONS, type Disposition } from '#domain/conciliacion.ts';
import type { ReportSource } from './source.ts';
import { partsOf, toReferencia } from '#workbook/write/layout.ts';
import type {
  Cell,
  ColumnType,
  RecordFact,
  RecordTable,
  Formula,
  RecordSheet,
  TableSheet,
} from '#workbook/write/workbook.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import { nameOfRead } from '#domain/texts/language.ts';
import { describeExisting, LABELS } from '#domain/texts/labels.ts';
import {
  bySheetAndDay,
  buildDeclaredTotals,
  buildRowsToSent,
  buildServiceCounters,
  type LeftOutSheet,
} from './bridge-tables.ts';
import { compareCounters } from '#domain/service-counters.ts';
import { asFact, toPair } from '../sheets.ts';
import { periodOf, SHEETS } from './sheets.ts';
import type { ByDisposition, Sum, Tally } from './tally.ts';

interface SummaryInput {
  readonly source: ReportSource;
  readonly cuentas: Tally;
  readonly errores: number;
  readonly avisos: number;
  readonly hojas: ReadonlyMap<Disposition, TableSheet>;
  readonly bridge: Bridge | undefined;
  readonly leftOut: LeftOutSheet | undefined;
  readonly maxRows: number;
}

/** The states that the API describes, in words; others are shown as they came. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['IMPORTADO', 'Completa'],
  ['PENDIENTE', 'Recibiendo cupones'],
]);

const describeNotUsed = ({ columnas = [] }: ReportSource): RecordFact[] =>
  columnas.flatMap(({ archivo, hoja, sinMapear }) =>
    sinMapear.length === 0
      ? []
      : [
          asFact(
            columnas.length === 1
              ? 'Columnas que no se usan'
              : `Columnas que no se usan de ${maskCertainCards(nameOfRead(archivo, hoja))}`,
            sinMapear.join(', '),
          ),
        ],
  );

function toSummaryFacts({ source, cuentas, errores, avisos }: SummaryInput): RecordFact[] {
  const { conciliacion } = source;
  const counters = conciliacion === null ? [] : compareCounters(conciliacion, (one) => cuentas.total[one].cupones);
  const existing = describeExisting(counters, 'es');
  return [
    asFact('Cuenta', source.cuenta),
    asFact(source.archivos.length === 1 ? 'Archivo' : 'Archivos', source.archivos.join(', ')),
    ...(source.nombre === undefined ? [] : [asFact('Nombre', source.nombre)]),
    asFact('Conciliación', conciliacion === null ? 'Sin datos: no se leyó ningún resultado' : conciliacion.id),
    ...(conciliacion === null
      ? []
      : [
          asFact('Fecha de la conciliación', conciliacion.fecha, 'fecha'),
          asFact('Estado en el servicio', STATES.get(conciliacion.estado) ?? conciliacion.estado),
          asFact('Período que dice el servicio, desde', conciliacion.origenDesde, 'fecha'),
          asFact('Período que dice el servicio, hasta', conciliacion.origenHasta, 'fecha'),
        ]),
    asFact('Carga', source.carga),
    asFact('Período de las ventas', periodOf(cuentas)),
    asFact('Leído el', source.leido, 'fechaHora'),
    asFact('Días contados al', source.hoy, 'fecha'),
    asFact(
      'Resultado',
      source.completo
        ? 'Completo: el servicio informó todos los cupones.'
        : `Incompleto al ${formatDayAndTime(source.leido)}: el servicio no informó todos los cupones.`,
    ),
    ...(existing === undefined ? [] : [asFact(LABELS.existedBefore.es, existing)]),
    ...describeNotUsed(source),
    asFact('Errores (hoja Errores)', errores, 'entero'),
    asFact('Avisos (hoja Avisos)', avisos, 'entero'),
  ];
}

/** A count and an amount as formulas over the rows of a disposition, which may need several sheets. */
function sumOver(sheet: TableSheet, sum: Sum, maxRows: number): readonly [Cell | Formula, Cell | Formula] {
  if (sum.cupones === 0) return [0, 0];
  const parts = partsOf(sheet, sum.cupones, maxRows);
  const importe = sheet.columnas.findIndex(({ tipo, total }) => tipo === 'importe' && total === 'suma');
  const count = parts.map((part) => `ROWS(${toReferencia(part, 0)})`).join('+');
  const total = `SUM(${parts.map((part) => toReferencia(part, importe)).join(',')})`;
  return [
    { formula: count, valor: sum.cupones },
    { formula: total, valor: sum.importe },
  ];
}

const createResultTable = ({ cuentas, hojas, maxRows }: SummaryInput): RecordTable => ({
  titulo: 'Qué pasó con cada cupón',
  columnas: [{ titulo: 'Resultado', tipo: 'texto' }, ...toPair('Cupones', 'Importe')],
  filas: [...hojas].map(([disposition, sheet]) => [
    SHEETS[disposition].hoja,
    ...sumOver(sheet, cuentas.total[disposition], maxRows),
  ]),
});

function sumOf(by: ByDisposition, which: readonly Disposition[]): readonly [number, bigint] {
  let cupones = 0;
  let importe = 0n;
  for (const disposition of which) {
    cupones += by[disposition].cupones;
    importe += by[disposition].importe;
  }
  return [cupones, importe];
}

const OTHERS = DISPOSITIONS.filter((disposition) => disposition !== 'conciliado' && disposition !== 'sin_conciliar');

const tableBy = (
  title: string,
  key: { readonly titulo: string; readonly tipo: ColumnType },
  by: ReadonlyMap<string, ByDisposition>,
): RecordTable => ({
  titulo: title,
  columnas: [
    key,
    ...toPair('Cupones', 'Importe'),
    ...toPair('Conciliados', 'Importe conciliado'),
    ...toPair('Sin conciliar', 'Importe sin conciliar'),
    ...toPair('Otros', 'Importe de otros'),
  ],
  filas: [...by].map(([key, sums]) => [
    key,
    ...sumOf(sums, DISPOSITIONS),
    ...sumOf(sums, ['conciliado']),
    ...sumOf(sums, ['sin_conciliar']),
    ...sumOf(sums, OTHERS),
  ]),
});

/** The sheet *Resumen*: the reconciliation, what became of its coupons, and the same by card, establishment and day. */
export function buildSummarySheet(input: SummaryInput): RecordSheet {
  const { cuentas, bridge, leftOut } = input;
  const { conciliacion } = input.source;
  return {
    forma: 'ficha',
    nombre: 'Resumen',
    titulo: 'Informe de conciliación',
    widths: [34, 12, 18, 12, 18, 12, 20, 10, 18],
    data: toSummaryFacts(input),
    tables: [
      createResultTable(input),
      ...(conciliacion === null ? [] : [buildServiceCounters(conciliacion, cuentas)]),
      ...(bridge === undefined
        ? []
        : [buildRowsToSent(bridge, leftOut), ...buildDeclaredTotals(bridge), bySheetAndDay(bridge)]),
      tableBy('Por tarjeta', { titulo: 'Tarjeta', tipo: 'texto' }, cuentas.porTarjeta),
      tableBy('Por comercio', { titulo: 'Establecimiento', tipo: 'texto' }, cuentas.porEstablecimiento),
      tableBy(LABELS.byDay.es, { titulo: 'Día', tipo: 'fecha' }, cuentas.porDia),
    ],
  };
}
