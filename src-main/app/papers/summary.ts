/** The sheet *Resumen por mes*: months, and months by processor, as formulas over *Detalle*; and how much of each month was read, in words. */
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { ChecksDocument, Paper } from '#contract/checks.ts';
import {
  type CivilDate,
  type DateWindow,
  clipMonth,
  daysOfMonth,
  listMonthsBetween,
  monthOf,
} from '#domain/civil-date.ts';
import type { Group } from '#storage/cache/index.ts';
import { partsOf, toReferencia } from '#workbook/write/layout.ts';
import type { Cell, RecordTable, Formula, RecordSheet, TableSheet } from '#workbook/write/workbook.ts';
import { describeInDoubtBriefly } from '../browse/titles.ts';
import type { FigureData } from '../figures/adder.ts';
import { asFact } from '../sheets.ts';
import { DATE_COLUMN, columnOf, titleOfUnit, type SheetContext } from './sheets.ts';
import { readSide, type NotRead } from '#domain/checks.ts';
import { failuresIn } from '../coverage/failure.ts';
import { isReadByOtherDate, readStretches } from '../checks/compare.ts';
import { LABELS } from '#domain/texts/labels.ts';

/** With more rows, formulas make a spreadsheet slow to open, so the figures are plain values. */
const MAX_FORMULA_ROWS = 100_000;

interface SummaryInput {
  readonly context: SheetContext;
  readonly data: FigureData;
  readonly cuenta: string;
  readonly leido: string;
  readonly controles: ChecksDocument;
  readonly detalle: TableSheet;
  readonly filas: number;
  readonly months: readonly MonthCoverage[];
}

const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;
/** A criterion that finds exactly this text: `=` in front, and `*`, `?` and `~` escaped. */
const criterionOf = (value: string): string => quote(`=${value.replace(/[*?~]/g, '~$&')}`);
const toExcelDate = (date: CivilDate): string =>
  `DATE(${String(Number(date.slice(0, 4)))},${String(Number(date.slice(5, 7)))},${String(Number(date.slice(8)))})`;

function writeFormulas({ context: { definition }, detalle, filas }: SummaryInput) {
  const parts = partsOf(detalle, filas);
  const marcaColumn = columnOf(definition, 'marca');
  return ({ desde, hasta }: DateWindow, procesador?: string) => {
    const conditionsOf = (part: (typeof parts)[number]): string => {
      const date = toReferencia(part, DATE_COLUMN);
      const period = `${date},">="&${toExcelDate(desde)},${date},"<="&${toExcelDate(hasta)}`;
      return procesador === undefined
        ? period
        : `${period},${toReferencia(part, marcaColumn)},${criterionOf(procesador)}`;
    };
    const formulaOf = (work: (part: (typeof parts)[number]) => string, value: Cell): Cell | Formula =>
      filas === 0 || filas > MAX_FORMULA_ROWS ? value : { formula: parts.map(work).join('+'), valor: value };
    return {
      countRows: (n: number) => formulaOf((part) => `COUNTIFS(${conditionsOf(part)})`, n),
      suma: (field: string, centavos: bigint) =>
        formulaOf(
          (part) => `SUMIFS(${toReferencia(part, columnOf(definition, field))},${conditionsOf(part)})`,
          centavos,
        ),
    };
  };
}

const columnsOf = ({ definition }: SheetContext, keys: RecordTable['columnas']): RecordTable['columnas'] => [
  ...keys,
  { titulo: titleOfUnit(definition), tipo: 'entero', total: 'suma' },
  ...definition.resumen.map((field) => ({
    titulo: getFieldLabel(field),
    tipo: 'importe' as const,
    total: 'suma' as const,
  })),
];

/** The sums of a group; an empty cell for an amount that none of its rows has. */
const sumsOf = (
  group: Group | undefined,
  fields: readonly string[],
  sum: (field: string, centavos: bigint) => Cell | Formula,
): readonly (Cell | Formula)[] =>
  fields.map((field, i) =>
    group !== undefined && group.faltan[i] === group.n ? null : sum(field, group?.sumas[i] ?? 0n),
  );

function byMonth(input: SummaryInput, groups: readonly Group[], doubtfulGroups: readonly Group[]): RecordTable {
  const { context, months } = input;
  const { resumen } = context.definition;
  const byKey = new Map(groups.map((group) => [group.keys[0], group]));
  const work = writeFormulas(input);
  return {
    titulo: 'Por mes',
    ...context.note,
    columnas: [...columnsOf(context, [{ titulo: 'Mes', tipo: 'texto' }]), { titulo: 'Cobertura', tipo: 'texto' }],
    filas: months.map(({ mes, motivo, texto: coverage }) => {
      const period = clipMonth(mes, context);
      const group = byKey.get(mes);
      // A month that was not read gets empty cells, which are not zeros.
      if (group === undefined && motivo !== null) return [mes, null, ...resumen.map(() => null), coverage];
      const { countRows, suma: sum } = work(period);
      const doubtful = doubtfulGroups.find(({ keys }) => keys[0] === mes);
      const said = [
        coverage,
        ...(group?.faltan.some((missing) => missing > 0) ? [WITHOUT_AMOUNTS] : []),
        ...(doubtful === undefined
          ? []
          : [describeInDoubtBriefly(context.definition.papel, toSums(doubtful, resumen))]),
      ];
      return [mes, countRows(group?.n ?? 0), ...sumsOf(group, resumen, sum), said.join(' · ')];
    }),
  };
}

function byMonthAndProcesador(input: SummaryInput, groups: readonly Group[]): RecordTable {
  const { context } = input;
  const work = writeFormulas(input);
  const keys: RecordTable['columnas'] = [
    { titulo: 'Mes', tipo: 'texto' },
    { titulo: 'Procesador', tipo: 'texto' },
  ];
  return {
    titulo: 'Por mes y procesador',
    ...context.note,
    columnas: columnsOf(context, keys),
    filas: groups.map((group) => {
      const [month = null, marca = null] = group.keys;
      const { countRows, suma: sum } = work(clipMonth(month ?? '', context), marca ?? '');
      return [month, marca, countRows(group.n), ...sumsOf(group, context.definition.resumen, sum)];
    }),
  };
}

export const toSums = ({ n, sumas }: Pick<Group, 'n' | 'sumas'>, fields: readonly string[]) => ({
  filas: n,
  sumas: Object.fromEntries(fields.map((field, i) => [field, sumas[i] ?? 0n])),
});

export async function buildSummarySheet(input: SummaryInput): Promise<RecordSheet> {
  const { context, data, cuenta, leido, controles } = input;
  const { definition, desde, hasta, sello: stamp } = context;
  const query = { metodo: definition.papel, desde, hasta } as const;
  const month = { campo: 'fecha', mes: true };
  const months = await data.sumador.group(query, { por: [month], sumas: definition.resumen });
  const procesadores = await data.sumador.group(query, {
    por: [month, { campo: 'marca' }],
    sumas: definition.resumen,
  });
  const inDoubt = context.enDuda === undefined ? [] : await data.sumador.group({ ...query, enDuda: true }, { por: [month], sumas: definition.resumen }); // prettier-ignore
  const { coinciden, difieren, sinDatos } = controles;
  return {
    forma: 'ficha',
    nombre: 'Resumen por mes',
    titulo: definition.titulo,
    widths: [12, 18, 15, ...definition.resumen.map(() => 17), 26],
    data: [
      asFact('Contribuyente', cuenta),
      ...stamp.slice(0, 1).map((line) => asFact('Período', line)),
      asFact('Criterio', 'Por fecha de liquidación'),
      ...stamp.slice(1, 2).map((line) => asFact('Cobertura', line)),
      ...stamp.slice(2).map((line) => asFact('Importes', line)),
      ...(context.enDuda === undefined ? [] : [asFact('En duda', context.enDuda)]),
      asFact('Escrito el', leido, 'fechaHora'),
      asFact(
        'Controles',
        `${String(coinciden)} coinciden, ${String(difieren)} difieren, ${String(sinDatos)} sin datos (hoja Controles)`,
      ),
    ],
    tables: [byMonth(input, months, inDoubt), byMonthAndProcesador(input, procesadores)],
  };
}

// Below: how much of each month was read. The row of an incomplete month says what is missing; so does every total that includes the month.

const NOT_READ: Readonly<Record<NotRead, string>> = {
  sin_leer: 'Sin datos: no se leyó',
  parcial: 'Parcial: faltan días',
  inestable: LABELS.changedWhileRead.es,
  otro_dia: 'Parcial: faltan días',
  no_contratado: LABELS.notContracted.es,
};
/** When rows were read by payment date, rows of the month that were paid on other days may be missing: no day is known to be complete. */
const BY_PAYMENT = 'Leído por fecha de pago: pueden faltar filas de cualquiera de sus días';
const WITHOUT_AMOUNTS = 'Con importes sin informar';

export interface MonthCoverage {
  /** `YYYY-MM`. */
  readonly mes: string;
  /** Why the month is unknown; null if it was read. */
  readonly motivo: NotRead | null;
  readonly texto: string;
  /** What is missing of the month in a total, or may be missing (`maybe`); null if nothing is. */
  readonly missing: 'mes' | 'dias' | 'filas' | 'maybe' | null;
}

const formatDayMonth = (date: CivilDate): string => `${date.slice(8)}/${date.slice(5, 7)}`;

function describeMonth(
  data: FigureData,
  paper: Paper,
  { mes, desde, hasta, hoy }: DateWindow & { mes: string; hoy: CivilDate },
): MonthCoverage {
  const { cache } = data;
  const whole = daysOfMonth(mes);
  const end = hasta > hoy ? hoy : hasta;
  const stretches = readStretches(data, paper).filter((stretch) => stretch.hasta >= desde && stretch.desde <= end);
  const { motivo } = readSide(stretches, { desde, hasta: end });
  if (motivo !== null) {
    const refused = motivo === 'sin_leer' && failuresIn(cache, paper, { desde, hasta: end }).length > 0;
    const missing = motivo === 'sin_leer' || motivo === 'no_contratado' ? 'mes' : 'dias';
    return { mes, motivo, missing, texto: refused ? 'Sin datos: el servicio no lo dio' : NOT_READ[motivo] };
  }
  if (desde > hoy) return { mes, motivo: null, missing: null, texto: 'Todavía no llegó' };
  const readAt = Math.min(...stretches.map((stretch) => stretch.leido));
  const isByPayment = isReadByOtherDate(data, paper);
  const setAside = cache.countSetAsideIn(paper, { desde, hasta: end, leido: readAt });
  if (setAside > 0) {
    const text = setAside === 1 ? 'Falta 1 fila apartada' : `Faltan ${String(setAside)} filas apartadas`;
    return { mes, motivo: null, missing: 'filas', texto: isByPayment ? `${text} · ${BY_PAYMENT}` : text };
  }
  if (isByPayment) return { mes, motivo: null, missing: 'maybe', texto: BY_PAYMENT };
  const isWhole = desde === whole.desde && end === whole.hasta;
  return {
    mes,
    motivo: null,
    missing: null,
    texto: isWhole ? 'Completo' : `Solo del ${formatDayMonth(desde)} al ${formatDayMonth(end)}`,
  };
}

/** The months of a period, in order. The text of a month that has not ended, or of which only some days were requested, names the days. */
export const describeMonths = (
  data: FigureData,
  paper: Paper,
  period: DateWindow,
  today: CivilDate,
): readonly MonthCoverage[] =>
  listMonthsBetween(monthOf(period.desde), monthOf(period.hasta)).map((month) =>
    describeMonth(data, paper, { mes: month, hoy: today, ...clipMonth(month, period) }),
  );

const LACKS = {
  mes: 'Falta',
  dias: 'Faltan días de',
  filas: 'Faltan filas de',
  maybe: 'Pueden faltar filas de',
} as const;

/** "Falta 2026-09; faltan días de 2026-10": what a total of these months lacks; undefined if it lacks nothing. */
export function describeMissing(months: readonly MonthCoverage[]): string | undefined {
  const parts = (['mes', 'dias', 'filas', 'maybe'] as const).flatMap((what) => {
    const lacking = months.filter(({ missing }) => missing === what).map(({ mes }) => mes);
    return lacking.length === 0 ? [] : [`${LACKS[what]} ${lacking.join(', ')}`];
  });
  const [first, ...rest] = parts;
  return first === undefined
    ? undefined
    : [first, ...rest.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join('; ');
}
