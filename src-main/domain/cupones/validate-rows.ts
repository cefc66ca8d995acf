import type { CivilDate } from '../civil-date.ts';
import { FIELDS_IN_ORDER, CUPON_CAMPOS, type CuponField } from '../cupon.ts';
import { requiredOf } from './fields.ts';
import type { RowNotice, RowError } from '../finding.ts';
import { CELL, type CellKind, type Sheet } from '../sheet.ts';
import { maskCardNumbers } from './card-text.ts';
import { describeError } from '../texts/rows-in-spanish.ts';
import { createValidation } from './validate-sheet.ts';

/** A cell of a row under review: a value that was read already, or a text that still has to be read. */
interface ReviewedCell {
  readonly texto: string;
  /** True when `texto` is the text that is sent, which is not read by the column's rules again. */
  readonly leido: boolean;
}

export type RowToValidate = Readonly<Partial<Record<CuponField, ReviewedCell>>>;

export interface ValidatedRow {
  /** The canonical text; null when the row has errors. */
  readonly texto: string | null;
  /** Every right cell as it was read; every wrong cell as it was written, card numbers covered. */
  readonly valores: Readonly<Partial<Record<CuponField, string>>>;
  readonly errores: readonly RowError[];
  readonly avisos: readonly RowNotice[];
}

interface ValidateRowsRequest {
  readonly filas: readonly RowToValidate[];
  /** The names of the columns in findings; a field without one has its own name. */
  readonly nombres: Readonly<Partial<Record<CuponField, string>>>;
  readonly hoy: CivilDate;
  /** The order of dates in texts. Day first when absent, because the person who types is in Argentina. */
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>> | undefined;
  /** Fields whose column turned out to hold card numbers when all of it was read. */
  readonly tarjetas?: readonly CuponField[] | undefined;
}

/**
 * Validates single rows by the same rules as those of a file, so that a correction does not read the other hundred thousand rows again. Answers in
 * the order of `filas`. The caller decides what depends on other rows (duplicates, decisions of a column).
 */
export function validateRows(request: ValidateRowsRequest): readonly ValidatedRow[] {
  const { filas, nombres, hoy } = request;
  const campos = FIELDS_IN_ORDER.filter(
    (campo) => REQUIRED.has(campo) || filas.some((celdas) => celdas[campo] !== undefined),
  );
  const headers = campos.map((campo) => nombres[campo] ?? campo);
  const fechas = Object.fromEntries(campos.filter(isDate).map((campo) => [campo, 'dia' as const]));
  const validacion = createValidation({
    sheet: sheetOf(filas, campos),
    table: { headerRow: 0, headers, headerLines: [] },
    columnas: campos.map((campo, columna) => ({ campo, columna, motivo: 'mapear' as const })),
    hoy,
    ordenFechas: { ...fechas, ...request.ordenFechas },
    tarjetas: request.tarjetas,
    withRejected: true,
  });
  const texts = new Map<number, string>();
  const rechazadas = new Map<number, Partial<Record<CuponField, string>>>();
  const chunk = validacion.next(filas.length + 1);
  if (chunk !== undefined) {
    const lines = new TextDecoder().decode(chunk.bytes).split('\n');
    for (const [index, fila] of chunk.filas.entries()) texts.set(fila, lines[index] ?? '');
    for (const { fila, valores, leidos: readCount } of chunk.rechazadas)
      rechazadas.set(fila, { ...valores, ...readCount });
  }
  const { errores, avisos } = validacion.result();
  const errorsByRow = Map.groupBy(errores, ({ fila }) => fila);
  const noticesByRow = Map.groupBy(avisos, ({ fila }) => fila ?? 0);
  return filas.map((celdas, index): ValidatedRow => {
    const fila = index + FIRST_ROW;
    const texto = texts.get(fila);
    const own = { errores: errorsByRow.get(fila) ?? [], avisos: noticesByRow.get(fila) ?? [] };
    if (texto !== undefined) return { texto, valores: parse(texto), ...own };
    const valores = rechazadas.get(fila);
    // The row alone looks like a footnote or a total. Here it is known to be a coupon, so it lacks its date.
    if (valores === undefined) return { texto: null, valores: shown(celdas), errores: [withoutDate(fila)], avisos: [] };
    return { texto: null, valores, ...own };
  });
}

/** The header is row 1. */
const FIRST_ROW = 2;
const REQUIRED: ReadonlySet<CuponField> = new Set(requiredOf('siempre'));
const isDate = (campo: CuponField): boolean => CUPON_CAMPOS[campo].tipo === 'fecha';

const withoutDate = (fila: number): RowError => ({
  fila,
  columna: null,
  campo: 'fecha_venta',
  codigo: 'OBLIGATORIO',
  valor: '',
  mensaje: describeError('OBLIGATORIO', 'fecha_venta', ''),
});

function parse(texto: string): Partial<Record<CuponField, string>> {
  const value: unknown = JSON.parse(texto);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'));
}

const shown = (celdas: RowToValidate): Partial<Record<CuponField, string>> =>
  Object.fromEntries(
    Object.entries(celdas).map(([campo, { texto, leido }]) => [campo, leido ? texto : maskCardNumbers(texto)]),
  );

/** A sheet of one header and these rows. Values that were read already become date or number cells, which can be read in one way only. */
function sheetOf(filas: readonly RowToValidate[], campos: readonly CuponField[]): Sheet {
  const cellAt = (row: number, column: number): ReviewedCell | undefined => {
    const campo = campos[column];
    return campo === undefined ? undefined : filas[row - 1]?.[campo];
  };
  const kindAt = (row: number, column: number): CellKind => {
    const cell = cellAt(row, column);
    const campo = campos[column];
    if (cell === undefined || campo === undefined || cell.texto === '') return CELL.vacia;
    if (!cell.leido) return CELL.texto;
    const { tipo } = CUPON_CAMPOS[campo];
    return tipo === 'fecha' ? CELL.fecha : tipo === 'importe' ? CELL.numero : CELL.texto;
  };
  return {
    name: null,
    hidden: false,
    rowCount: filas.length + 1,
    columnCount: campos.length,
    rowNumber: (row) => row + 1,
    rowHidden: () => false,
    kind: kindAt,
    text: (row, column) => cellAt(row, column)?.texto ?? '',
    number: (row, column) => (kindAt(row, column) === CELL.numero ? Number(cellAt(row, column)?.texto) : Number.NaN),
    precisionLost: () => false,
  };
}
