/** *Resumen por mes*: months, and months by processor, as formulas over *Detalle* that give what they give now. */
import type { ChecksDocument } from '#contract/checks.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Group } from '#storage/cache/index.ts';
import { partsOf, referencia } from '#workbook/write/layout.ts';
import type { Cell, RecordFact, RecordTable, Formula, RecordSheet, TableSheet } from '#workbook/write/workbook.ts';
import { describeInDoubtBriefly, titleOf } from '../browse/titles.ts';
import type { HomeData } from '../figures/adder.ts';
import { DATE_COLUMN, columnOf, type SheetContext } from './sheets.ts';
import { clipMonth, WITHOUT_AMOUNTS, type MonthCoverage } from './month-coverage.ts';

/** Past so many rows a formula for each figure makes a spreadsheet slow to open: they are plain values then. */
const CON_FORMULAS = 100_000;

interface SummaryInput {
  readonly contexto: SheetContext;
  readonly datos: HomeData;
  readonly cuenta: string;
  readonly leido: string;
  readonly controles: ChecksDocument;
  readonly detalle: TableSheet;
  readonly filas: number;
  readonly months: readonly MonthCoverage[];
}

const quoted = (valor: string): string => `"${valor.replaceAll('"', '""')}"`;
/** `*`, `?` and `~` mean something in a criterion; an equals sign makes the rest be taken as it is. */
const criterionOf = (valor: string): string => quoted(`=${valor.replace(/[*?~]/g, '~$&')}`);
const fechaExcel = (fecha: CivilDate): string =>
  `DATE(${String(Number(fecha.slice(0, 4)))},${String(Number(fecha.slice(5, 7)))},${String(Number(fecha.slice(8)))})`;

/** Makes the formulas of a group: the rows of a period, of one processor when it is named. */
function formulas({ contexto: { definicion }, detalle, filas }: SummaryInput) {
  const partes = partsOf(detalle, filas);
  const marca = columnOf(definicion, 'marca');
  return ({ desde, hasta }: { desde: CivilDate; hasta: CivilDate }, procesador?: string) => {
    const conditionsOf = (parte: (typeof partes)[number]): string => {
      const fecha = referencia(parte, DATE_COLUMN);
      const periodo = `${fecha},">="&${fechaExcel(desde)},${fecha},"<="&${fechaExcel(hasta)}`;
      return procesador === undefined ? periodo : `${periodo},${referencia(parte, marca)},${criterionOf(procesador)}`;
    };
    const de = (work: (parte: (typeof partes)[number]) => string, valor: Cell): Cell | Formula =>
      filas === 0 || filas > CON_FORMULAS ? valor : { formula: partes.map(work).join('+'), valor };
    return {
      cuenta: (n: number) => de((parte) => `COUNTIFS(${conditionsOf(parte)})`, n),
      suma: (campo: string, centavos: bigint) =>
        de((parte) => `SUMIFS(${referencia(parte, columnOf(definicion, campo))},${conditionsOf(parte)})`, centavos),
    };
  };
}

const columnsOf = ({ definicion }: SheetContext, keys: RecordTable['columnas']): RecordTable['columnas'] => [
  ...keys,
  { titulo: definicion.unidad.replace(/^./, (letra) => letra.toUpperCase()), tipo: 'entero', total: 'suma' },
  ...definicion.resumen.map((campo) => ({ titulo: titleOf(campo), tipo: 'importe' as const, total: 'suma' as const })),
];

/** The sums of a group; of an amount that none of its rows says, an empty cell. */
const sumsOf = (
  grupo: Group | undefined,
  campos: readonly string[],
  sum: (campo: string, centavos: bigint) => Cell | Formula,
): readonly (Cell | Formula)[] =>
  campos.map((campo, i) =>
    grupo !== undefined && grupo.faltan[i] === grupo.n ? null : sum(campo, grupo?.sumas[i] ?? 0n),
  );

function byMonth(entrada: SummaryInput, grupos: readonly Group[], doubtfulGroups: readonly Group[]): RecordTable {
  const { contexto, months } = entrada;
  const { resumen } = contexto.definicion;
  const byKey = new Map(grupos.map((grupo) => [grupo.claves[0], grupo]));
  const work = formulas(entrada);
  return {
    titulo: 'Por mes',
    ...contexto.note,
    columnas: [...columnsOf(contexto, [{ titulo: 'Mes', tipo: 'texto' }]), { titulo: 'Cobertura', tipo: 'texto' }],
    filas: months.map(({ mes, motivo, texto: cobertura }) => {
      const periodo = clipMonth(mes, contexto);
      const grupo = byKey.get(mes);
      // Never read is not zero: the cells stay empty.
      if (grupo === undefined && motivo !== null) return [mes, null, ...resumen.map(() => null), cobertura];
      const { cuenta, suma: sum } = work(periodo);
      const doubtful = doubtfulGroups.find(({ claves: keys }) => keys[0] === mes);
      const dicho = [
        cobertura,
        ...(grupo?.faltan.some((faltan) => faltan > 0) ? [WITHOUT_AMOUNTS] : []),
        ...(doubtful === undefined
          ? []
          : [describeInDoubtBriefly(contexto.definicion.papel, toSums(doubtful, resumen))]),
      ];
      return [mes, cuenta(grupo?.n ?? 0), ...sumsOf(grupo, resumen, sum), dicho.join(' · ')];
    }),
  };
}

function byMonthAndProcesador(entrada: SummaryInput, grupos: readonly Group[]): RecordTable {
  const { contexto } = entrada;
  const work = formulas(entrada);
  const keys: RecordTable['columnas'] = [
    { titulo: 'Mes', tipo: 'texto' },
    { titulo: 'Procesador', tipo: 'texto' },
  ];
  return {
    titulo: 'Por mes y procesador',
    ...contexto.note,
    columnas: columnsOf(contexto, keys),
    filas: grupos.map((grupo) => {
      const [mes = null, marca = null] = grupo.claves;
      const { cuenta, suma: sum } = work(clipMonth(mes ?? '', contexto), marca ?? '');
      return [mes, marca, cuenta(grupo.n), ...sumsOf(grupo, contexto.definicion.resumen, sum)];
    }),
  };
}

const detailOf = (etiqueta: string, valor: string): RecordFact => ({ etiqueta, tipo: 'texto', valor });

const toSums = ({ n, sumas: sums }: Group, campos: readonly string[]) => ({
  rows: n,
  sums: Object.fromEntries(campos.map((campo, i) => [campo, sums[i] ?? 0n])),
});

export async function summarySheet(entrada: SummaryInput): Promise<RecordSheet> {
  const { contexto, datos, cuenta, leido, controles } = entrada;
  const { definicion, desde, hasta, sello: stamp } = contexto;
  const query = { metodo: definicion.papel, desde, hasta } as const;
  const mes = { campo: 'fecha', mes: true };
  const meses = await datos.sumador.group(query, { por: [mes], sumas: definicion.resumen });
  const procesadores = await datos.sumador.group(query, {
    por: [mes, { campo: 'marca' }],
    sumas: definicion.resumen,
  });
  const inDoubt = contexto.enDuda === undefined ? [] : await datos.sumador.group({ ...query, enDuda: true }, { por: [mes], sumas: definicion.resumen }); // prettier-ignore
  const { coinciden, difieren, sinDatos } = controles;
  return {
    forma: 'ficha',
    nombre: 'Resumen por mes',
    titulo: definicion.titulo,
    anchos: [12, 18, 15, ...definicion.resumen.map(() => 17), 26],
    datos: [
      detailOf('Cuenta', cuenta),
      ...stamp.slice(0, 1).map((linea) => detailOf('Período', linea)),
      ...stamp.slice(1, 2).map((linea) => detailOf('Cobertura', linea)),
      ...stamp.slice(2).map((linea) => detailOf('Importes', linea)),
      ...(contexto.enDuda === undefined ? [] : [detailOf('En duda', contexto.enDuda)]),
      { etiqueta: 'Escrito el', tipo: 'fechaHora', valor: leido },
      detailOf(
        'Controles',
        `${String(coinciden)} coinciden, ${String(difieren)} difieren, ${String(sinDatos)} sin datos (hoja Controles)`,
      ),
    ],
    tablas: [byMonth(entrada, meses, inDoubt), byMonthAndProcesador(entrada, procesadores)],
  };
}
