import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { compareNames } from '#domain/texts/language.ts';
import { AppError } from '#contract/errors.ts';
import { type DateWindow, monthOf } from '#domain/civil-date.ts';
import type { ReadRow, Group, Passes } from '#storage/cache/index.ts';
import type { Cell, Column, TableSheet } from '#workbook/write/workbook.ts';
import { getWidth } from '#workbook/write/layout.ts';
import { readChunks, type FigureData } from '../figures/adder.ts';
import type { Definition, GroupsSheet } from './definitions.ts';
import { splitIibb } from '#domain/cierre/entry.ts';
import { describeJurisdiction } from '#domain/cierre/jurisdictions.ts';
import { textOf } from '#domain/cierre/rows.ts';
import { asSum, asText, toSheet } from '../sheets.ts';

export interface SheetContext extends DateWindow {
  readonly definition: Definition;
  /** The lines above the table: what the sheet contains, and of which days. */
  readonly sello: readonly string[];
  /** The line about amounts that some rows lack; empty if no row lacks any. */
  readonly notReported: (importes: readonly string[]) => readonly string[];
  readonly vacia: string;
  /** The note beside each total, with the months that the total lacks; absent if the total lacks no month. */
  readonly note: { readonly totalNote?: string };
  /** The rows in doubt, which the sums include, in words; undefined if there are none. */
  readonly enDuda: string | undefined;
}

const IMPORTE = 17;
const TEXT_WIDTH = 18;

const createTextColumn = (name: string): Column => ({ titulo: getFieldLabel(name), tipo: 'texto', ancho: TEXT_WIDTH });
const createImporteColumn = (name: string, sum: bigint): Column => ({
  titulo: getFieldLabel(name),
  tipo: 'importe',
  ancho: Math.max(IMPORTE, getWidth(sum, 'importe')),
  total: 'suma',
});

export const titleOfUnit = ({ unit: [, several] }: Definition): string =>
  several.charAt(0).toUpperCase() + several.slice(1);

/** A sum of centavos as an exact number, however large. */
const toCentavosCell = (value: bigint): Cell =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;

export async function buildGroupsSheet(
  data: FigureData,
  sheet: GroupsSheet,
  context: SheetContext,
): Promise<TableSheet> {
  const { definition, desde, hasta, sello: stamp, notReported, vacia, note } = context;
  const groups = await data.sumador.group(
    { metodo: definition.papel, desde, hasta },
    { por: [{ campo: 'fecha', mes: true }, ...sheet.por.map((field) => ({ campo: field }))], sumas: sheet.importes },
  );
  const rows = sheet.withoutZeros
    ? groups.filter(({ sumas: sums, faltan }) => sums.some((sum, i) => sum !== 0n || (faltan[i] ?? 0) > 0))
    : groups;
  return {
    forma: 'tabla',
    nombre: sheet.nombre,
    sello: [sheet.titulo, ...stamp, ...notReported(sheet.importes)],
    columnas: [
      { titulo: 'Mes', tipo: 'texto', ancho: 10, total: { cuenta: ['fila', 'filas'] } },
      ...sheet.por.map(createTextColumn),
      { titulo: titleOfUnit(definition), tipo: 'entero', ancho: 14, total: 'suma' },
      ...sheet.importes.map((field, i) =>
        createImporteColumn(
          field,
          rows.reduce((sum, group) => sum + (group.sumas[i] ?? 0n), 0n),
        ),
      ),
    ],
    vacia,
    ...note,
    filas: rows.map(({ keys, n, sumas: sums, faltan }) => [
      ...keys,
      n,
      // Empty, and not zero, for an amount that no row of the group has.
      ...sums.map((sum, i) => (faltan[i] === n ? null : toCentavosCell(sum))),
    ]),
  };
}

/** Yields the stored rows. Throws at the end if their number or sums differ from `n` and `sumas`, which were read before. */
async function* countRows(
  chunks: AsyncIterable<readonly ReadRow[]>,
  { n, sumas: sums }: Group,
  fields: readonly string[],
): AsyncGenerator<ReadRow> {
  const written = fields.map(() => 0n);
  let howMany = 0;
  for await (const chunk of chunks) {
    for (const row of chunk) {
      howMany += 1;
      fields.forEach((field, i) => {
        const value = row[field];
        if (typeof value === 'number') written[i] = (written[i] ?? 0n) + BigInt(value);
      });
      yield row;
    }
  }
  if (howMany !== n || written.some((sum, i) => sum !== sums[i])) {
    throw new AppError('LECTURA_INESTABLE', { detail: { esperadas: n, vistas: howMany } });
  }
}

export const DATE_COLUMN = 0;
export const columnOf = ({ texts, importes }: Definition, field: string): number =>
  1 + [...texts, ...importes].indexOf(field);

export function buildDetailSheet(
  passes: Pick<Passes, 'readAll'> | undefined,
  sum: Group,
  context: SheetContext,
): TableSheet {
  const { definition, desde, hasta, sello: stamp, notReported, vacia, note } = context;
  const { papel, texts, importes, unit } = definition;
  const fields = [...texts, ...importes];
  async function* cellsOf(): AsyncGenerator<readonly Cell[]> {
    if (passes === undefined) return;
    for await (const row of countRows(passes.readAll({ metodo: papel, desde, hasta }), sum, importes)) {
      yield [row['fecha'] ?? null, ...fields.map((field) => row[field] ?? null)];
    }
  }
  return {
    forma: 'tabla',
    nombre: 'Detalle',
    sello: [`${definition.titulo}: detalle`, ...stamp, ...notReported(importes)],
    columnas: [
      { titulo: getFieldLabel('fecha'), tipo: 'fecha', ancho: 12, total: { cuenta: unit } },
      ...texts.map(createTextColumn),
      ...importes.map((field, i) => createImporteColumn(field, sum.sumas[i] ?? 0n)),
    ],
    vacia,
    ...note,
    filas: cellsOf(),
  };
}

const TITLE = 'Ingresos Brutos por mes, jurisdicción y procesador';

/** Turnover tax by month, jurisdiction and processor, from every tax record. The jurisdiction comes from the details' texts, never from the store. */
export async function buildIibbSheet(
  data: Pick<FigureData, 'lector'>,
  { desde, hasta, sello, notReported, vacia, note }: SheetContext,
  { corrections, signal }: { readonly corrections: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<TableSheet> {
  const sums = new Map<string, [withheld: bigint, perceived: bigint]>();
  for await (const { rows } of readChunks(data, [{ metodo: 'impuestos', desde, hasta }], signal)) {
    for (const row of rows) {
      for (const [place, kind] of (['RETENCIÓN', 'PERCEPCION'] as const).entries())
        for (const [which, importe] of splitIibb(row, kind, corrections)) {
          const group = [monthOf(textOf(row, 'fecha') ?? ''), describeJurisdiction(which), textOf(row, 'marca') ?? ''];
          const key = group.join('\n');
          const [withheld, perceived] = sums.get(key) ?? [0n, 0n];
          sums.set(key, place === 0 ? [withheld + importe, perceived] : [withheld, perceived + importe]);
        }
    }
  }
  const rows = [...sums].sort(([a], [b]) => compareNames(a, b));
  const partOf =
    (place: number) =>
    ([key]: (typeof rows)[number]) =>
      key.split('\n')[place] ?? null;
  return {
    ...toSheet<(typeof rows)[number]>({
      nombre: 'IIBB por jurisdicción',
      sello: [TITLE, ...sello, ...notReported(['retencion_iibb', 'percepcion_iibb'])],
      vacia,
      columns: [
        asText('Mes', 10, partOf(0), ['fila', 'filas']),
        asText('Jurisdicción', 26, partOf(1)),
        asText('Procesador', 18, partOf(2)),
        asSum('Retención IIBB', 20, ([, [withheld]]) => withheld),
        asSum('Percepción IIBB', 20, ([, [, perceived]]) => perceived),
      ],
      rows,
    }),
    ...note,
  };
}
