import type { CivilDate } from '../civil-date.ts';
import { CAMPOS_EN_ORDEN, CUPON_CAMPOS, type CuponCampo } from '../cupon.ts';
import type { FilaAviso, FilaError } from '../hallazgo.ts';
import { CELDA, type CeldaKind, type Sheet } from '../sheet.ts';
import { maskCardNumbers } from './card-text.ts';
import { createValidacion } from './validate-sheet.ts';

/** What a cell of a row under review says: a value that was read already, or a text that still has to be. */
interface CeldaRevisada {
  readonly texto: string;
  /** `texto` is the text that is sent: it is not read by the column's rules again. */
  readonly leido: boolean;
}

export type FilaPorValidar = Readonly<Partial<Record<CuponCampo, CeldaRevisada>>>;

export interface FilaValidada {
  /** The canonical text; null when the row has errors. */
  readonly texto: string | null;
  /** Every cell as it was read, and the wrong ones as they were written, card numbers covered. */
  readonly valores: Readonly<Partial<Record<CuponCampo, string>>>;
  readonly errores: readonly FilaError[];
  readonly avisos: readonly FilaAviso[];
}

interface ValidarFilasPedido {
  readonly filas: readonly FilaPorValidar[];
  /** How the columns are called in findings; a field without one is called by its own name. */
  readonly nombres: Readonly<Partial<Record<CuponCampo, string>>>;
  readonly hoy: CivilDate;
  /** The order of dates in texts; day first when nothing is said: it is a person of Argentina who types. */
  readonly ordenFechas?: Readonly<Partial<Record<CuponCampo, 'dia' | 'mes'>>> | undefined;
  /** Fields whose column was seen to hold card numbers when all of it was read. */
  readonly tarjetas?: readonly CuponCampo[] | undefined;
}

/**
 * Validates rows by themselves, by the same rules as those of a file: for a correction, which must not read the other hundred thousand
 * again. In the order of `filas`. What depends on other rows (duplicates, what a column decides) is the caller's.
 */
export function validarFilas(pedido: ValidarFilasPedido): readonly FilaValidada[] {
  const { filas, nombres, hoy } = pedido;
  const campos = CAMPOS_EN_ORDEN.filter(
    (campo) => REQUIRED.has(campo) || filas.some((celdas) => celdas[campo] !== undefined),
  );
  const headers = campos.map((campo) => nombres[campo] ?? campo);
  const fechas = Object.fromEntries(campos.filter(isDate).map((campo) => [campo, 'dia' as const]));
  const validacion = createValidacion({
    sheet: sheetOf(filas, campos),
    table: { headerRow: 0, headers, headerLines: [] },
    columnas: campos.map((campo, columna) => ({ campo, columna, motivo: 'mapear' as const })),
    hoy,
    ordenFechas: { ...fechas, ...pedido.ordenFechas },
    tarjetas: pedido.tarjetas,
    conRechazadas: true,
  });
  const textos = new Map<number, string>();
  const rechazadas = new Map<number, Partial<Record<CuponCampo, string>>>();
  const chunk = validacion.next(filas.length + 1);
  if (chunk !== undefined) {
    const lines = new TextDecoder().decode(chunk.bytes).split('\n');
    for (const [index, fila] of chunk.filas.entries()) textos.set(fila, lines[index] ?? '');
    for (const { fila, valores, leidos } of chunk.rechazadas) rechazadas.set(fila, { ...valores, ...leidos });
  }
  const { errores, avisos } = validacion.result();
  const erroresDe = Map.groupBy(errores, ({ fila }) => fila);
  const avisosDe = Map.groupBy(avisos, ({ fila }) => fila ?? 0);
  return filas.map((celdas, index): FilaValidada => {
    const fila = index + FIRST_ROW;
    const texto = textos.get(fila);
    const own = { errores: erroresDe.get(fila) ?? [], avisos: avisosDe.get(fila) ?? [] };
    if (texto !== undefined) return { texto, valores: parse(texto), ...own };
    const valores = rechazadas.get(fila);
    // A row that reads like a footnote or a total by itself: here it is a coupon, and lacks its date.
    if (valores === undefined) return { texto: null, valores: shown(celdas), errores: [withoutDate(fila)], avisos: [] };
    return { texto: null, valores, ...own };
  });
}

/** The header is row 1. */
const FIRST_ROW = 2;
const REQUIRED: ReadonlySet<CuponCampo> = new Set(['fecha_venta', 'importe']);
const isDate = (campo: CuponCampo): boolean => CUPON_CAMPOS[campo].tipo === 'fecha';

const withoutDate = (fila: number): FilaError => ({
  fila,
  columna: null,
  campo: 'fecha_venta',
  codigo: 'OBLIGATORIO',
  valor: '',
  mensaje: 'Falta la fecha de venta. La fila quedó apartada y el resto está bien. Completá ese dato.',
});

function parse(texto: string): Partial<Record<CuponCampo, string>> {
  const value: unknown = JSON.parse(texto);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, text]) => typeof text === 'string'));
}

const shown = (celdas: FilaPorValidar): Partial<Record<CuponCampo, string>> =>
  Object.fromEntries(
    Object.entries(celdas).map(([campo, { texto, leido }]) => [campo, leido ? texto : maskCardNumbers(texto)]),
  );

/** A sheet of one header and these rows. What was read already is a date or a number, which nothing can read otherwise. */
function sheetOf(filas: readonly FilaPorValidar[], campos: readonly CuponCampo[]): Sheet {
  const cellAt = (row: number, column: number): CeldaRevisada | undefined => {
    const campo = campos[column];
    return campo === undefined ? undefined : filas[row - 1]?.[campo];
  };
  const kindAt = (row: number, column: number): CeldaKind => {
    const cell = cellAt(row, column);
    const campo = campos[column];
    if (cell === undefined || campo === undefined || cell.texto === '') return CELDA.vacia;
    if (!cell.leido) return CELDA.texto;
    const { tipo } = CUPON_CAMPOS[campo];
    return tipo === 'fecha' ? CELDA.fecha : tipo === 'importe' ? CELDA.numero : CELDA.texto;
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
    number: (row, column) => (kindAt(row, column) === CELDA.numero ? Number(cellAt(row, column)?.texto) : Number.NaN),
    precisionLost: () => false,
  };
}
