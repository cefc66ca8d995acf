/** *Resumen por mes*: months, and months by processor, as formulas over *Detalle* with their present values. */
import type { ChecksDocument } from '#contract/checks.ts';
import { type CivilDate, type DateWindow, clipMonth } from '#domain/civil-date.ts';
import type { Group } from '#storage/cache/index.ts';
import { partsOf, toReferencia } from '#workbook/write/layout.ts';
import type { Cell, RecordTable, Formula, RecordSheet, TableSheet } from '#workbook/write/workbook.ts';
import { describeInDoubtBriefly, titleOf } from '../browse/titles.ts';
import type { FigureData } from '../figures/adder.ts';
import { asFact } from '../sheets.ts';
import { DATE_COLUMN, columnOf, titleOfUnit, type SheetContext } from './sheets.ts';
import { WITHOUT_AMOUNTS, type MonthCoverage } from './month-coverage.ts';

/** With more rows, a formula for each figure makes a spreadsheet slow to open: figures are then plain values. */
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
/** `*`, `?` and `~` are special in a criterion and are escaped; the equals sign makes the criterion an exact comparison. */
const criterionOf = (value: string): string => quote(`=${value.replace(/[*?~]/g, '~$&')}`);
const toExcelDate = (date: CivilDate): string =>
  `DATE(${String(Number(date.slice(0, 4)))},${String(Number(date.slice(5, 7)))},${String(Number(date.slice(8)))})`;

/** Makes the formulas of a group: the rows of a period, of one processor if it is named. */
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
  ...definition.resumen.map((field) => ({ titulo: titleOf(field), tipo: 'importe' as const, total: 'suma' as const })),
];

/** The sums of a group; an empty cell for an amount that none of its rows reports. */
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
      // A month that was never read is not zero: its cells stay empty.
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

export const toSums = ({ n, sumas: sums }: Pick<Group, 'n' | 'sumas'>, fields: readonly string[]) => ({
  rows: n,
  sums: Object.fromEntries(fields.map((field, i) => [field, sums[i] ?? 0n])),
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
