/** What the queue and the screen without coupons show, as workbooks: in Spanish, as every report. */
import { getFileName } from '#domain/texts/language.ts';
import path from 'node:path';
import type { CuponPlace } from '#contract/decisions.ts';
import type { ExplanationsDocument, MissingDocument, MissingOperacion } from '#contract/explanations.ts';
import { formatDayMonthYear, type CivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { saleIdOf } from '#domain/decisions/sale-key.ts';
import { textIn } from '#domain/row.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';
import { getFieldLabel } from '#domain/texts/field-labels.ts';
import type { Cell, TableSheet } from '#workbook/write/workbook.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import { toDiskError } from '#platform/disk-error.ts';
import { describeCoverage } from '../browse/titles.ts';
import { explanationsForReport } from '../conciliaciones/explained.ts';
import { buildExplanationSheets } from '../reports/explanation-sheets.ts';
import type { ColumnOf } from '../reports/left-out.ts';
import { formOf, rowsOf } from '../reports/sheets.ts';

type Named = Pick<CuponPlace, 'conciliacion' | 'archivo' | 'fila'> & { readonly n?: number | null | undefined };
interface Writing {
  readonly signal: AbortSignal;
  readonly now: Instant;
  readonly destination: string;
  readonly onProgress: (written: number, total: number) => void;
  readonly cuenta: string;
}

type Explained = ExplanationsDocument['cupones'][number];

const rowKeyOf = ({ conciliacion, archivo, fila }: Named): string => JSON.stringify([conciliacion, archivo, fila]);
const placeKeyOf = ({ conciliacion, n }: Named): string | undefined =>
  conciliacion === null || n === null || n === undefined ? undefined : JSON.stringify([conciliacion, n]);

/**
 * The coupons of a list, in its order. Those that nobody explains any more are left out: the caller says how many there are. A row is no name
 * where different sales share it, as two sheets of a file do, and all coupons of another PC: then the number in the reading tells them apart, and
 * a coupon without one is left out rather than taken for another.
 */
export function pickCupones(doc: ExplanationsDocument, wanted: readonly Named[]): readonly Explained[] {
  const byPlace = new Map(doc.cupones.map((cupon) => [placeKeyOf(cupon), cupon]));
  const byRow = Map.groupBy(doc.cupones, rowKeyOf);
  const named = new Map(
    [...Map.groupBy(wanted, rowKeyOf)].map(([key, rows]) => {
      const all = byRow.get(key) ?? [];
      const isName =
        all.length <= rows.length || new Set(all.map(({ cupon }) => saleIdOf({ vez: 1, cupon }))).size === 1;
      return [key, isName ? all : []];
    }),
  );
  const taken = new Set<Explained>();
  return wanted.flatMap((one) => {
    const place = placeKeyOf(one);
    const row = rowKeyOf(one);
    const numbered = place === undefined ? undefined : byPlace.get(place);
    // When the result was read again since, the number may be another coupon's.
    const isIt = numbered !== undefined && !taken.has(numbered) && rowKeyOf(numbered) === row;
    const found = isIt ? numbered : named.get(row)?.find((cupon) => !taken.has(cupon));
    if (found === undefined) return [];
    taken.add(found);
    return [found];
  });
}

/** *Por qué* and *Causas* of those coupons. `what`: which of the queue they are, as the screen says it. `sheets`: the sheet of each one's file. */
export function writeQueue(
  doc: ExplanationsDocument,
  { what, sheets }: { readonly what: readonly string[]; readonly sheets: readonly (string | null)[] },
  { cuenta, ...writing }: Writing,
): Promise<string> {
  const toStamp = (title: string): readonly string[] => [title, [cuenta, 'sin conciliar', ...what].join(' · ')];
  const explained = explanationsForReport(doc);
  const cupones = explained.cupones.map((one, i) => ({ ...one, hoja: sheets[i] ?? null }));
  const withSheets = sheets.some((sheet) => sheet !== null);
  return write(
    buildExplanationSheets({ ...explained, cupones }, { stamp: toStamp, withSheets }),
    doc.cupones.length + doc.causas.length,
    writing,
  );
}

type Group = MissingDocument['resumen'][number];
const GROUPS: readonly ColumnOf<Group>[] = [
  {
    titulo: 'Comercio',
    ancho: 28,
    tipo: 'texto',
    total: { cuenta: 'cajas y días' },
    cellOf: ({ comercio }) => comercio,
  },
  {
    titulo: getFieldLabel('establecimiento'),
    ancho: 16,
    tipo: 'texto',
    cellOf: ({ establecimiento }) => establecimiento,
  },
  { titulo: getFieldLabel('terminal'), ancho: 14, tipo: 'texto', cellOf: ({ terminal }) => terminal },
  { titulo: 'Día', ancho: 12, tipo: 'fecha', cellOf: ({ dia }) => dia },
  { titulo: 'Sin cupón', ancho: 11, tipo: 'entero', total: 'suma', cellOf: ({ operaciones }) => operaciones },
  { titulo: 'Vendidas', ancho: 11, tipo: 'entero', total: 'suma', cellOf: ({ de }) => de },
  {
    titulo: getFieldLabel('importe'),
    ancho: 17,
    tipo: 'importe',
    total: 'suma',
    cellOf: ({ importe }) => toAmountCell(importe),
  },
  { titulo: 'Qué pasa', ancho: 80, tipo: 'texto', cellOf: ({ texto }) => texto },
];

/** "fila 12 de caja.xlsx (97 %)". */
const cuponInWords = ({ archivo, fila, puntaje }: MissingOperacion['cupones'][number]): string =>
  `${fila === null ? 'un cupón' : `fila ${String(fila)}`}${archivo === null ? '' : ` de ${getFileName(archivo)}`} (${String(Math.round(puntaje * 100))} %)`;

const saleCellOf =
  (field: string) =>
  ({ operacion }: MissingOperacion): Cell =>
    textIn(operacion, field);
const OPERATIONS: readonly ColumnOf<MissingOperacion>[] = [
  { titulo: 'Operación', ancho: 14, tipo: 'texto', total: { cuenta: 'operaciones' }, cellOf: saleCellOf('id') },
  {
    titulo: getFieldLabel('fecha_venta'),
    ancho: 12,
    tipo: 'fecha',
    cellOf: ({ operacion }) => textIn(operacion, 'fecha_venta')?.slice(0, 10) ?? null,
  },
  {
    titulo: getFieldLabel('importe'),
    ancho: 17,
    tipo: 'importe',
    total: 'suma',
    cellOf: ({ operacion }) => toAmountCell(textIn(operacion, 'importe')),
  },
  { titulo: 'Tarjeta', ancho: 20, tipo: 'texto', cellOf: saleCellOf('tarjeta') },
  { titulo: getFieldLabel('tarjeta_nro'), ancho: 9, tipo: 'texto', cellOf: saleCellOf('tarjeta_nro') },
  { titulo: getFieldLabel('comprobante'), ancho: 14, tipo: 'texto', cellOf: saleCellOf('comprobante') },
  { titulo: getFieldLabel('establecimiento'), ancho: 16, tipo: 'texto', cellOf: saleCellOf('establecimiento') },
  { titulo: getFieldLabel('terminal'), ancho: 12, tipo: 'texto', cellOf: saleCellOf('terminal') },
  { titulo: getFieldLabel('lote'), ancho: 9, tipo: 'texto', cellOf: saleCellOf('lote') },
  { titulo: getFieldLabel('autorizacion'), ancho: 14, tipo: 'texto', cellOf: saleCellOf('autorizacion') },
  {
    titulo: 'Puede ser',
    ancho: 44,
    tipo: 'texto',
    cellOf: ({ cupones }) => (cupones.length === 0 ? null : cupones.map(cuponInWords).join(', ')),
  },
];

/** *Sin cupón*: a line for each till and day, or for each till that was never uploaded; *Operaciones*: those of the tills that somebody uploads. */
export function writeGap(
  { resumen, operaciones, noConciliadas, cobertura }: MissingDocument,
  { desde, hasta }: { readonly desde: CivilDate; readonly hasta: CivilDate },
  { cuenta, ...writing }: Writing,
): Promise<string> {
  const toStamp = (title: string): readonly string[] => [
    title,
    `${cuenta} · ${formatDayMonthYear(desde)} – ${formatDayMonthYear(hasta)}`,
    ...(noConciliadas.operaciones === 0 ? [] : [noConciliadas.texto]),
    describeCoverage(cobertura),
  ];
  const sheets: readonly TableSheet[] = [
    {
      forma: 'tabla',
      nombre: 'Sin cupón',
      sello: toStamp('Sin cupón: operaciones de las que no se cargó ningún cupón, por caja y día.'),
      columnas: GROUPS.map(formOf),
      vacia: 'Ninguna operación sin cupón.',
      filas: rowsOf(resumen, GROUPS),
    },
    {
      forma: 'tabla',
      nombre: 'Operaciones',
      sello: [
        ...toStamp('Operaciones sin cupón, con el cupón sin conciliar que cada una puede ser.'),
        'Las de cajas que no se cargaron nunca están solo en «Sin cupón».',
      ],
      columnas: OPERATIONS.map(formOf),
      vacia: 'Ninguna, fuera de las cajas que no se cargaron nunca.',
      filas: rowsOf(operaciones, OPERATIONS),
    },
  ];
  return write(sheets, resumen.length + operaciones.length, writing);
}

async function write(
  sheets: readonly TableSheet[],
  total: number,
  { signal, now, destination, onProgress }: Omit<Writing, 'cuenta'>,
): Promise<string> {
  try {
    return await writeWorkbook(path.resolve(destination), sheets, {
      signal,
      creado: now,
      ifExists: 'rechazar',
      onProgress: (written) => {
        onProgress(written, total);
      },
    });
  } catch (error) {
    throw toDiskError(error);
  }
}
