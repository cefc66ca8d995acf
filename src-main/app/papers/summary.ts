/** *Resumen por mes*: months, and months by processor, as formulas over *Detalle* with their present values. */
import type { ChecksDocument } from '#contract/checks.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Group } from '#storage/cache/index.ts';
import { partsOf, referencia } from '#workbook/write/layout.ts';
import type { Cell, RecordFact, RecordTable, Formula, RecordSheet, TableSheet } from '#workbook/write/workbook.ts';
import { describeInDoubtBriefly, titleOf } from '../browse/titles.ts';
import type { HomeData } from '../figures/adder.ts';
import { DATE_COLUMN, columnOf, type SheetContext } from './sheets.ts';
import { clipMonth, WITHOUT_AMOUNTS, type MonthCoverage } from './month-coverage.ts';

/** With more rows, a formula for each figure makes a spreadsheet slow to open: figures are then plain values. */
const CON_FORMULAS = 100_000;

interface SummaryInput {
  readonly context: SheetContext;
  readonly data: HomeData;
  readonly cuenta: string;
  readonly leido: string;
  readonly controles: ChecksDocument;
  readonly detalle: TableSheet;
  readonly filas: number;
  readonly months: readonly MonthCoverage[];
}

const quoted = (valor: string): string => `"${valor.replaceAll('"', '""')}"`;
/** `*`, `?` and `~` are special in a criterion and are escaped; the equals sign makes the criterion an exact comparison. */
const criterionOf = (valor: string): string => quoted(`=${valor.replace(/[*?~]/g, '~$&')}`);
const toExcelDate = (fecha: CivilDate): string =>
  `DATE(${String(Number(fecha.slice(0, 4)))},${String(Number(fecha.slice(5, 7)))},${String(Number(fecha.slice(8)))})`;

/** Makes the formulas of a group: the rows of a period, of one processor if it is named. */
function formulas({ context: { definition }, detalle, filas }: SummaryInput) {
  const parts = partsOf(detalle, filas);
  const marca = columnOf(definition, 'marca');
  return ({ desde, hasta }: { desde: CivilDate; hasta: CivilDate }, procesador?: string) => {
    const conditionsOf = (parte: (typeof parts)[number]): string => {
      const fecha = referencia(parte, DATE_COLUMN);
      const periodo = `${fecha},">="&${toExcelDate(desde)},${fecha},"<="&${toExcelDate(hasta)}`;
      return procesador === undefined ? periodo : `${periodo},${referencia(parte, marca)},${criterionOf(procesador)}`;
    };
    const de = (work: (parte: (typeof parts)[number]) => string, valor: Cell): Cell | Formula =>
      filas === 0 || filas > CON_FORMULAS ? valor : { formula: parts.map(work).join('+'), valor };
    return {
      cuenta: (n: number) => de((parte) => `COUNTIFS(${conditionsOf(parte)})`, n),
      suma: (campo: string, centavos: bigint) =>
        de((parte) => `SUMIFS(${referencia(parte, columnOf(definition, campo))},${conditionsOf(parte)})`, centavos),
    };
  };
}

const columnsOf = ({ definition }: SheetContext, keys: RecordTable['columnas']): RecordTable['columnas'] => [
  ...keys,
  { titulo: definition.unit.replace(/^./, (letra) => letra.toUpperCase()), tipo: 'entero', total: 'suma' },
  ...definition.resumen.map((campo) => ({ titulo: titleOf(campo), tipo: 'importe' as const, total: 'suma' as const })),
];

/** The sums of a group; an empty cell for an amount that none of its rows reports. */
const sumsOf = (
  grupo: Group | undefined,
  campos: readonly string[],
  sum: (campo: string, centavos: bigint) => Cell | Formula,
): readonly (Cell | Formula)[] =>
  campos.map((campo, i) =>
    grupo !== undefined && grupo.faltan[i] === grupo.n ? null : sum(campo, grupo?.sumas[i] ?? 0n),
  );

function byMonth(entrada: SummaryInput, grupos: readonly Group[], doubtfulGroups: readonly Group[]): RecordTable {
  const { context, months } = entrada;
  const { resumen } = context.definition;
  const byKey = new Map(grupos.map((grupo) => [grupo.keys[0], grupo]));
  const work = formulas(entrada);
  return {
    titulo: 'Por mes',
    ...context.note,
    columnas: [...columnsOf(context, [{ titulo: 'Mes', tipo: 'texto' }]), { titulo: 'Cobertura', tipo: 'texto' }],
    filas: months.map(({ mes, motivo, texto: cobertura }) => {
      const periodo = clipMonth(mes, context);
      const grupo = byKey.get(mes);
      // A month that was never read is not zero: its cells stay empty.
      if (grupo === undefined && motivo !== null) return [mes, null, ...resumen.map(() => null), cobertura];
      const { cuenta, suma: sum } = work(periodo);
      const doubtful = doubtfulGroups.find(({ keys }) => keys[0] === mes);
      const dicho = [
        cobertura,
        ...(grupo?.faltan.some((faltan) => faltan > 0) ? [WITHOUT_AMOUNTS] : []),
        ...(doubtful === undefined
          ? []
          : [describeInDoubtBriefly(context.definition.papel, toSums(doubtful, resumen))]),
      ];
      return [mes, cuenta(grupo?.n ?? 0), ...sumsOf(grupo, resumen, sum), dicho.join(' · ')];
    }),
  };
}

function byMonthAndProcesador(entrada: SummaryInput, grupos: readonly Group[]): RecordTable {
  const { context } = entrada;
  const work = formulas(entrada);
  const keys: RecordTable['columnas'] = [
    { titulo: 'Mes', tipo: 'texto' },
    { titulo: 'Procesador', tipo: 'texto' },
  ];
  return {
    titulo: 'Por mes y procesador',
    ...context.note,
    columnas: columnsOf(context, keys),
    filas: grupos.map((grupo) => {
      const [mes = null, marca = null] = grupo.keys;
      const { cuenta, suma: sum } = work(clipMonth(mes ?? '', context), marca ?? '');
      return [mes, marca, cuenta(grupo.n), ...sumsOf(grupo, context.definition.resumen, sum)];
    }),
  };
}

const detailOf = (label: string, valor: string): RecordFact => ({ label, tipo: 'texto', valor });

const toSums = ({ n, sumas: sums }: Group, campos: readonly string[]) => ({
  rows: n,
  sums: Object.fromEntries(campos.map((campo, i) => [campo, sums[i] ?? 0n])),
});

export async function summarySheet(entrada: SummaryInput): Promise<RecordSheet> {
  const { context, data, cuenta, leido, controles } = entrada;
  const { definition, desde, hasta, sello: stamp } = context;
  const query = { metodo: definition.papel, desde, hasta } as const;
  const mes = { campo: 'fecha', mes: true };
  const meses = await data.sumador.group(query, { por: [mes], sumas: definition.resumen });
  const procesadores = await data.sumador.group(query, {
    por: [mes, { campo: 'marca' }],
    sumas: definition.resumen,
  });
  const inDoubt = context.enDuda === undefined ? [] : await data.sumador.group({ ...query, enDuda: true }, { por: [mes], sumas: definition.resumen }); // prettier-ignore
  const { coinciden, difieren, sinDatos } = controles;
  return {
    forma: 'ficha',
    nombre: 'Resumen por mes',
    titulo: definition.titulo,
    anchos: [12, 18, 15, ...definition.resumen.map(() => 17), 26],
    data: [
      detailOf('Cuenta', cuenta),
      ...stamp.slice(0, 1).map((linea) => detailOf('Período', linea)),
      ...stamp.slice(1, 2).map((linea) => detailOf('Cobertura', linea)),
      ...stamp.slice(2).map((linea) => detailOf('Importes', linea)),
      ...(context.enDuda === undefined ? [] : [detailOf('En duda', context.enDuda)]),
      { label: 'Escrito el', tipo: 'fechaHora', valor: leido },
      detailOf(
        'Controles',
        `${String(coinciden)} coinciden, ${String(difieren)} difieren, ${String(sinDatos)} sin datos (hoja Controles)`,
      ),
    ],
    tablas: [byMonth(entrada, meses, inDoubt), byMonthAndProcesador(entrada, procesadores)],
  };
}
