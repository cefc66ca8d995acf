/** The sheets of a paper that are tables: groups, and every row. */
import { AppError } from '#contract/errors.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { ReadRow, Group, Passes } from '#storage/cache/index.ts';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/measure.ts';
import { titleOf } from '../browse/titles.ts';
import type { HomeData } from '../figures/adder.ts';
import type { Definition, GroupsSheet } from './definitions.ts';

export interface SheetContext {
  readonly definition: Definition;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  /** The stamp: the contents of the sheet, and the days that it covers. */
  readonly sello: readonly string[];
  /** The line of the stamp for amounts that the service did not report in every row; empty when it did. */
  readonly notReported: (importes: readonly string[]) => readonly string[];
  /** The text of a sheet without rows. */
  readonly vacia: string;
  /** The note of every total: the months that it lacks; nothing when it has all. */
  readonly note: { readonly notaDeTotal?: string };
  /** The rows in doubt, which are in the sums, in words; undefined when there are none. */
  readonly enDuda: string | undefined;
}

const IMPORTE = 17;
const TEXT_WIDTH = 18;

const textColumn = (nombre: string, total?: Column['total']): Column => ({
  titulo: titleOf(nombre),
  tipo: 'texto',
  ancho: TEXT_WIDTH,
  ...(total === undefined ? {} : { total }),
});
const importe = (nombre: string, sum: bigint): Column => ({
  titulo: titleOf(nombre),
  tipo: 'importe',
  ancho: Math.max(IMPORTE, getWidth(sum, 'importe')),
  total: 'suma',
});

/** Exact centavos, however large the sum is. */
const toCentavosCell = (valor: bigint): Cell =>
  valor >= BigInt(Number.MIN_SAFE_INTEGER) && valor <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(valor) : valor;

/** A sheet by month and by the fields of its group. */
export async function groupsSheet(data: HomeData, hoja: GroupsSheet, context: SheetContext): Promise<TableSheet> {
  const { definition, desde, hasta, sello: stamp, notReported: sinInformar, vacia, note } = context;
  const grupos = await data.sumador.group(
    { metodo: definition.papel, desde, hasta },
    { por: [{ campo: 'fecha', mes: true }, ...hoja.por.map((campo) => ({ campo }))], sumas: hoja.importes },
  );
  const filas = hoja.sinCeros
    ? grupos.filter(({ sumas: sums, faltan }) => sums.some((sum, i) => sum !== 0n || (faltan[i] ?? 0) > 0))
    : grupos;
  return {
    forma: 'tabla',
    nombre: hoja.nombre,
    // Only amounts of this sheet: those of other sheets are not missing here.
    sello: [hoja.titulo, ...stamp, ...sinInformar(hoja.importes)],
    columnas: [
      { titulo: 'Mes', tipo: 'texto', ancho: 10, total: { cuenta: 'filas' } },
      ...hoja.por.map((campo) => ({ ...textColumn(campo), titulo: campo === 'marca' ? 'Procesador' : titleOf(campo) })),
      {
        titulo: definition.unit.replace(/^./, (letra) => letra.toUpperCase()),
        tipo: 'entero',
        ancho: 14,
        total: 'suma',
      },
      ...hoja.importes.map((campo, i) =>
        importe(
          campo,
          filas.reduce((sum, grupo) => sum + (grupo.sumas[i] ?? 0n), 0n),
        ),
      ),
    ],
    vacia,
    ...note,
    filas: filas.map(({ keys, n, sumas: sums, faltan }) => [
      ...keys,
      n,
      // An amount that no row of the group reports is empty, not zero.
      ...sums.map((sum, i) => (faltan[i] === n ? null : toCentavosCell(sum))),
    ]),
  };
}

/** Rows as they are stored. Throws at the end when they are not the rows that were added up. */
async function* counted(
  chunks: AsyncIterable<readonly ReadRow[]>,
  { n, sumas: sums }: Group,
  campos: readonly string[],
): AsyncGenerator<ReadRow> {
  const vistas = campos.map(() => 0n);
  let howMany = 0;
  for await (const chunk of chunks) {
    for (const fila of chunk) {
      howMany += 1;
      campos.forEach((campo, i) => {
        const valor = fila[campo];
        if (typeof valor === 'number') vistas[i] = (vistas[i] ?? 0n) + BigInt(valor);
      });
      yield fila;
    }
  }
  if (howMany !== n || vistas.some((sum, i) => sum !== sums[i])) {
    throw new AppError('LECTURA_INESTABLE', { detail: { esperadas: n, vistas: howMany } });
  }
}

export const DATE_COLUMN = 0;
/** The column of an amount, or of a text, in *Detalle*. */
export const columnOf = ({ texts, importes }: Definition, campo: string): number =>
  1 + [...texts, ...importes].indexOf(campo);

/** *Detalle*: every row of the period, in order. `suma`: the totals of the rows. */
export function detailSheet(
  passes: Pick<Passes, 'readAll'> | undefined,
  sum: Group,
  context: SheetContext,
): TableSheet {
  const { definition, desde, hasta, sello: stamp, notReported: sinInformar, vacia, note } = context;
  const { papel, texts, importes, unit } = definition;
  const campos = [...texts, ...importes];
  async function* cellsOf(): AsyncGenerator<readonly Cell[]> {
    if (passes === undefined) return;
    for await (const fila of counted(passes.readAll({ metodo: papel, desde, hasta }), sum, importes)) {
      yield [fila['fecha'] ?? null, ...campos.map((campo) => fila[campo] ?? null)];
    }
  }
  return {
    forma: 'tabla',
    nombre: 'Detalle',
    sello: [`${definition.titulo}: detalle`, ...stamp, ...sinInformar(importes)],
    columnas: [
      { titulo: titleOf('fecha'), tipo: 'fecha', ancho: 12, total: { cuenta: unit } },
      ...texts.map((campo) => textColumn(campo)),
      ...importes.map((campo, i) => importe(campo, sum.sumas[i] ?? 0n)),
    ],
    vacia,
    ...note,
    filas: cellsOf(),
  };
}
