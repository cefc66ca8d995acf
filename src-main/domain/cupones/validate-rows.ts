import type { CivilDate } from '../civil-date.ts';
import { FIELDS_IN_ORDER, CUPON_FIELDS, parseCanonicalText, type CuponField } from '../cupon.ts';
import { requiredOf } from './fields.ts';
import type { RowNotice, RowError } from '../finding.ts';
import { CELL, type CellKind, type Sheet } from '../sheet.ts';
import { toShownIn } from './cell-text.ts';
import { ROW_ERRORS } from '../texts/row-errors.ts';
import { createValidation } from './validate-sheet.ts';

interface ReviewedCell {
  readonly texto: string;
  /** Whether `texto` is a value in the form in which it is sent, so that it has only one reading. */
  readonly leido: boolean;
}

export type RowToValidate = Readonly<Partial<Record<CuponField, ReviewedCell>>>;

export interface ValidatedRow {
  readonly texto: string | null;
  /** Valid cells as they were read, wrong cells as they were written, with card numbers masked. */
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
}

interface ValidateRowsRequest {
  readonly filas: readonly RowToValidate[];
  /** The names of columns in findings; a field without a name here has its API name. */
  readonly nombres: Readonly<Partial<Record<CuponField, string>>>;
  readonly hoy: CivilDate;
  readonly tarjetas?: readonly CuponField[] | undefined;
}

/** Validates single rows, so that a correction does not read the whole file again. The caller must find duplicates and whatever else depends on other rows. */
export function validateRows(request: ValidateRowsRequest): readonly ValidatedRow[] {
  const { filas, nombres, hoy } = request;
  const fields = FIELDS_IN_ORDER.filter(
    (field) => REQUIRED.has(field) || filas.some((cells) => cells[field] !== undefined),
  );
  const headers = fields.map((field) => nombres[field] ?? field);
  const validation = createValidation({
    sheet: sheetOf(filas, fields),
    table: { headerRow: 0, headers, headerLines: [] },
    columnas: fields.map((field, column) => ({ campo: field, columna: column, motivo: 'mapear' as const })),
    hoy,
    // Day first, because the person who types is in Argentina.
    dateOrders: Object.fromEntries(fields.filter(isDate).map((field) => [field, 'dia' as const])),
    tarjetas: request.tarjetas,
    withRejected: true,
  });
  const texts = new Map<number, string>();
  const rejected = new Map<number, Partial<Record<CuponField, string>>>();
  const chunk = validation.next(filas.length + 1);
  if (chunk !== undefined) {
    const lines = new TextDecoder().decode(chunk.bytes).split('\n');
    for (const [index, row] of chunk.filas.entries()) texts.set(row, lines[index] ?? '');
    for (const { fila, valores, leidos: asRead } of chunk.rechazadas) rejected.set(fila, { ...valores, ...asRead });
  }
  const { errores, avisos } = validation.result();
  const errorsByRow = Map.groupBy(errores, ({ fila }) => fila);
  const noticesByRow = Map.groupBy(avisos, ({ fila }) => fila ?? 0);
  return filas.map((cells, index): ValidatedRow => {
    const row = index + FIRST_ROW;
    const text = texts.get(row);
    const own = { errores: errorsByRow.get(row) ?? [], avisos: noticesByRow.get(row) ?? [] };
    if (text !== undefined) return { texto: text, valores: parseCanonicalText(text), ...own };
    const values = rejected.get(row);
    // By itself this row looks like a footnote or a total. The review knows that the row is a coupon, so its date is missing.
    if (values === undefined) return { texto: null, valores: toShown(cells), errores: [withoutDate(row)], avisos: [] };
    return { texto: null, valores: values, ...own };
  });
}

const FIRST_ROW = 2;
const REQUIRED: ReadonlySet<CuponField> = new Set(requiredOf('siempre'));
const isDate = (field: CuponField): boolean => CUPON_FIELDS[field].tipo === 'fecha';

const withoutDate = (row: number): RowError => ({
  fila: row,
  columna: null,
  campo: 'fecha_venta',
  codigo: 'OBLIGATORIO',
  valor: '',
  mensaje: ROW_ERRORS.OBLIGATORIO.es({ campo: 'fecha_venta', valor: '' }),
});

const toShown = (cells: RowToValidate): Partial<Record<CuponField, string>> =>
  Object.fromEntries(
    FIELDS_IN_ORDER.flatMap((field) => {
      const { texto, leido } = cells[field] ?? {};
      if (texto === undefined) return [];
      return [[field, leido === true ? texto : toShownIn(field, texto, CELL.texto)]];
    }),
  );

/** Makes a sheet of the rows. Amounts that were already read become numbers, which, like ISO dates, have only one reading. */
function sheetOf(rows: readonly RowToValidate[], fields: readonly CuponField[]): Sheet {
  const cellAt = (row: number, column: number): ReviewedCell | undefined => {
    const field = fields[column];
    return field === undefined ? undefined : rows[row - 1]?.[field];
  };
  const kindAt = (row: number, column: number): CellKind => {
    const cell = cellAt(row, column);
    const field = fields[column];
    if (cell === undefined || field === undefined || cell.texto === '') return CELL.vacia;
    if (!cell.leido) return CELL.texto;
    const { tipo } = CUPON_FIELDS[field];
    return tipo === 'importe' ? CELL.numero : CELL.texto;
  };
  return {
    name: null,
    hidden: false,
    rowCount: rows.length + 1,
    columnCount: fields.length,
    rowNumber: (row) => row + 1,
    rowHidden: () => false,
    kind: kindAt,
    text: (row, column) => cellAt(row, column)?.texto ?? '',
    number: (row, column) => (kindAt(row, column) === CELL.numero ? Number(cellAt(row, column)?.texto) : Number.NaN),
    precisionLost: () => false,
  };
}
