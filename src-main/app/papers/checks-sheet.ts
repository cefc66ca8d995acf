import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { CheckDocument, CheckStatus, CheckRow, ChecksDocument, NamedBy, Paper } from '#contract/checks.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import { describeClass } from '#domain/texts/cierre.ts';
import { CHECK_NAMES, describeMotivo } from '#domain/texts/checks.ts';
import { toHeading } from '#domain/texts/finding-titles.ts';
import type { TableSheet } from '#workbook/write/workbook.ts';
import { countStates } from '../checks/compare.ts';
import { asAmount, asText, toSheet } from '../sheets.ts';

const STATES: Readonly<Record<CheckStatus, string>> = {
  coincide: 'Coincide',
  difiere: 'Difiere',
  sin_datos: 'Sin datos',
};
const MAX_EXAMPLES = 10;

const RECORDS: Readonly<Record<NamedBy['vista'], readonly [one: string, many: string]>> = {
  impuestos: ['un comprobante de impuestos', 'comprobantes de impuestos'],
  liquidaciones: ['una liquidación', 'liquidaciones'],
  'liquidaciones-conciliadas': ['la lista de conciliadas', 'las conciliadas'],
  operaciones: ['una operación', 'operaciones'],
  movimientos: ['un movimiento del banco', 'movimientos del banco'],
};

/** "00485310 (falta acá; figura en 12 operaciones, un comprobante de impuestos)". */
function describeRow({ nombre, retirada, enDuda, nombradaPor, clase }: CheckRow): string {
  if (clase !== undefined) return `${nombre} (${describeClass(clase)})`;
  if (retirada === true) return `${nombre} (retirada)`;
  if (enDuda === true) return `${nombre} (en duda)`;
  if (nombradaPor === undefined) return nombre;
  const who = nombradaPor.map(({ vista, filas }) =>
    filas === 1 ? RECORDS[vista][0] : `${String(filas)} ${RECORDS[vista][1]}`,
  );
  return `${nombre} (falta acá; figura en ${who.join(', ')})`;
}

/** The compared days. They may be more than the requested days, because the service adds up only whole months. */
const describeDays = ({ desde, hasta }: CheckDocument, asked: Pick<ChecksDocument, 'desde' | 'hasta'>): string =>
  `${formatDayMonthYear(desde)} – ${formatDayMonthYear(hasta)}${desde < asked.desde || hasta > asked.hasta ? ' (mes entero)' : ''}`;

const isOfPaper = (paper: Paper, { control }: CheckDocument): boolean =>
  control.startsWith('impuestos_') === (paper === 'impuestos');

export function checksOf(paper: Paper, doc: ChecksDocument): ChecksDocument {
  const checks = doc.controles.filter((each) => isOfPaper(paper, each));
  return { ...doc, controles: checks, ...countStates(checks) };
}

function describeRows({ filas, filasTotal, sinOperaciones = 0 }: CheckDocument): string {
  const names = filas.slice(0, MAX_EXAMPLES).map(describeRow);
  const rest = filasTotal - names.length;
  return [
    ...names,
    ...(rest > 0 ? [`y ${String(rest)} más`] : []),
    ...(sinOperaciones > 0 ? [`${String(sinOperaciones)} sin operaciones según el servicio, no comparadas`] : []),
  ].join(', ');
}

export const buildChecksSheet = (
  { controles, ...asked }: Pick<ChecksDocument, 'controles' | 'desde' | 'hasta'>,
  stamp: readonly string[],
): TableSheet =>
  toSheet<CheckDocument>({
    nombre: 'Controles',
    sello: ['Controles: lo leído contra lo que suma el servicio', ...stamp],
    vacia: 'Ningún control: no hay nada leído en el período.',
    columns: [
      asText('Estado', 12, ({ estado }) => STATES[estado], ['control', 'controles']),
      asText('Control', 52, ({ control }) => CHECK_NAMES[control][0]),
      asText('Mes', 10, ({ periodo }) => periodo),
      asText('Días comparados', 36, (check) => describeDays(check, asked)),
      asText('Tarjeta', 18, ({ tarjeta }) => tarjeta),
      asText('Campo', 22, ({ campo }) => getFieldLabel(campo)),
      asAmount('Esperado', 18, ({ esperado }) => toAmountCell(esperado)),
      asAmount('Calculado', 18, ({ calculado }) => toAmountCell(calculado)),
      asAmount('Diferencia', 18, ({ diferencia }) => toAmountCell(diferencia)),
      asText('Por qué', 42, (check) => toHeading(describeMotivo(check, 'es')) || null),
      asText('Filas', 60, describeRows),
    ],
    rows: controles,
  });
