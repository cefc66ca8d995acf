/** Makes the notices of rows: their data and their Spanish sentence. Some are given once for a whole column. */
import type { RecognisedCupon, RowError, RowNotice, RowNoticeCode, SaleOfRow } from '../finding.ts';
import {
  addNotSentAgain,
  describeNotice,
  ROW_NOTICES,
  type InColumn,
  type NoticeKnown,
  type PlainNoticeCode,
} from '../texts/row-notices.ts';
import { formatPesos } from '../money.ts';
import { toPlainAmount } from './amount-text.ts';
import { isDayOfMonth, readDateText } from './date-text.ts';
import { FIELDS_IN_ORDER, requiredOf, type CuponField } from './fields.ts';
import type { FixRule } from './map-columns.ts';
import type { MappedColumn } from './validation.ts';

/** `fila`: the row number as the spreadsheet shows it. */
export interface ColumnPlace {
  readonly fila: number;
  readonly columna: string;
  readonly campo: CuponField;
}

/** Makes a notice whose sentence needs only the notice's data. */
export const makeNotice = (notice: Omit<RowNotice, 'mensaje'> & { readonly codigo: PlainNoticeCode }): RowNotice => ({
  ...notice,
  mensaje: describeNotice(notice),
});

const SAID: { readonly [C in RowNoticeCode]: { readonly es: (known: NoticeKnown[C]) => string } } = ROW_NOTICES;

/** Makes a notice whose sentence needs further facts (`known`). */
export const makeNoticeOf = <C extends RowNoticeCode>(
  codigo: C,
  known: NoticeKnown[C],
  data: Omit<RowNotice, 'codigo' | 'mensaje'>,
): RowNotice => ({ ...data, codigo, mensaje: SAID[codigo].es(known) });

/** `importe`: the amount of the line, as written if it is no valid amount; empty if the line has none. */
export const makeTotalsRowNotice = (row: number, importe: string): RowNotice =>
  makeNotice({ fila: row, codigo: 'FILA_DE_TOTALES', ...(importe === '' ? {} : { valor: importe }) });

export const makeLeftOutRow = (row: number, sale: SaleOfRow): RowNotice => ({
  ...makeNotice({ fila: row, codigo: 'FILA_OMITIDA' }),
  venta: sale,
});

export const makeNotSentAgain = (notice: RowNotice, sale: SaleOfRow): RowNotice => ({
  ...notice,
  mensaje: addNotSentAgain(notice.mensaje),
  venta: sale,
});

const MOST_NAMED = 5;

/** The notice of a file's negative amounts, each with its row; empty without amounts. */
export function makeNegativesNotice(
  columna: string,
  amounts: readonly (readonly [row: number, centavos: number])[],
): readonly RowNotice[] {
  const [first] = amounts;
  if (first === undefined) return [];
  const primeras = amounts.slice(0, MOST_NAMED).map(([row]) => row);
  const [filas, valor] = [amounts.length, toPlainAmount(first[1])];
  const known = { primeras, importe: formatPesos(BigInt(first[1])), howMany: filas };
  return [makeNoticeOf('IMPORTES_NEGATIVOS', known, { fila: null, columna, campo: 'importe', valor, filas, primeras })];
}

/** The notice of wallet sales whose reference a sale of another amount shares, each with its row; empty without sales. */
export function makeRepeatedReferencesNotice(
  columna: string,
  sales: readonly (readonly [row: number, reference: string])[],
): readonly RowNotice[] {
  const [first] = sales;
  if (first === undefined) return [];
  const primeras = sales.slice(0, MOST_NAMED).map(([row]) => row);
  const place = { fila: null, columna, campo: 'wallet_referencia' } as const;
  return [makeNotice({ ...place, codigo: 'REFERENCIA_REPETIDA', valor: first[1], filas: sales.length, primeras })];
}

/** The notice of negative amounts or of a repeated reference, about a single row. */
export const makeNamedNotice = (
  codigo: 'IMPORTES_NEGATIVOS' | 'REFERENCIA_REPETIDA',
  fila: number,
  valor: string,
): RowNotice =>
  codigo === 'IMPORTES_NEGATIVOS'
    ? makeNoticeOf(codigo, { primeras: [], importe: '', howMany: 0 }, { fila, campo: 'importe', valor })
    : makeNotice({ fila, codigo, campo: 'wallet_referencia', valor });

/** `first`: the first row with the same coupon; its `de` is present if that row is in another file or sheet of the upload. */
export const makePossibleDuplicateNotice = (row: number, first: NoticeKnown['POSIBLE_DUPLICADO']): RowNotice =>
  makeNoticeOf('POSIBLE_DUPLICADO', first, { fila: row, valor: String(first.fila) });

/** The notice of a row whose sale an earlier upload sent. `valor` names the earlier row, or is the earlier value if the row corrects one. */
export function makeAlreadySentNotice(row: number, recognised: RecognisedCupon, today: string): RowNotice {
  const { seq: _seq, answer, antes, ...anterior } = recognised;
  const { archivo, hoja, fila: theirs } = anterior;
  const where = hoja === null ? `fila ${String(theirs)}` : `hoja «${hoja}», fila ${String(theirs)}`;
  const sent = { recognised, where, today };
  const found = { fila: row, valor: `${archivo}, ${where}`, anterior };
  switch (answer.como) {
    case 'enviado':
      return makeNoticeOf('YA_ENVIADO', sent, found);
    case 'corrige': {
      const { campo } = answer;
      return makeNoticeOf('CORRIGE_ENVIADO', { ...sent, campo }, { ...found, campo, valor: antes ?? '' });
    }
    case 'parece':
      return makeNoticeOf('PARECE_ENVIADO', { ...sent, iguales: answer.iguales }, found);
  }
}

export function createMendedCells(rules: readonly FixRule[]) {
  const counts = new Map(rules.map((rule) => [rule, 0]));
  return {
    take(field: CuponField, code: FixRule['codigo']): boolean {
      const rule = rules.find((one) => one.campo === field && one.codigo === code);
      if (rule === undefined) return false;
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      return true;
    },
    notices: (nameOf: (field: CuponField) => string | null): readonly RowNotice[] =>
      [...counts]
        .filter(([, howMany]) => howMany > 0)
        .map(([{ campo, codigo }, howMany]) =>
          makeNotice({
            fila: null,
            columna: nameOf(campo) ?? campo,
            campo,
            codigo: 'ARREGLO_DE_PLANTILLA',
            valor: codigo,
            filas: howMany,
          }),
        ),
  };
}

/** Fields whose values are never dates. References and auxiliary fields of a shop are missing here, because they may hold dates. */
const NEVER_A_DATE: ReadonlySet<CuponField> = new Set([
  'tarjeta_desc',
  'autorizacion',
  'wallet_referencia',
  'wallet_tipo_operacion',
]);

/** Whether a field never holds dates, so that a date cell in it was another text ("MAR12", "1-2") which a spreadsheet converted. */
export const isNeverDate = (field: CuponField): boolean => NEVER_A_DATE.has(field);

/** Whether a text reads as a date into which a spreadsheet converted another text ("12-mar"). Digits alone do not count. */
export const readsAsDate = (text: string): boolean =>
  /[-/]/.test(text) && (isDayOfMonth(text) || readDateText(text).kind !== 'otra');

export function createColumnNotices() {
  const found = new Map<string, { code: ColumnNoticeCode; campo: CuponField; said: InColumn }>();
  return {
    take(code: ColumnNoticeCode, { campo, ...cell }: ColumnPlace & Omit<InColumn, 'howMany'>): void {
      const { said } = found.get(`${code} ${campo}`) ?? { said: { ...cell, howMany: 0 } };
      found.set(`${code} ${campo}`, { code, campo, said: { ...said, howMany: said.howMany + 1 } });
    },
    notices: (): readonly RowNotice[] =>
      [...found.values()].map(({ code, campo, said }) => {
        const { columna, valor, howMany: filas, fila } = said;
        return makeNoticeOf(code, said, { fila: null, columna, campo, valor, filas, primeras: [fila] });
      }),
  };
}

export type ColumnNoticeCode = 'FECHA_EN_TEXTO' | 'FECHA_DE_NUMERO_SERIE';

const CARD = requiredOf('tarjeta');
const WALLET = requiredOf('billetera');

export interface MissingColumn {
  readonly campo: CuponField;
  readonly filas: number;
}

/** Counts the rows that lack a field without a column: choosing a column corrects all of them at once. */
export function createMissingColumns(columns: readonly MappedColumn[]) {
  const hasNone = (field: CuponField): boolean => columns.every(({ campo }) => campo !== field);
  const isKindless = [...CARD, ...WALLET].every(hasNone);
  const rows = new Map<CuponField, number>();
  const fieldsOf = ({ codigo, campo, valor }: RowError): readonly CuponField[] => {
    if (codigo === 'OBLIGATORIO') return campo !== null && hasNone(campo) ? [campo] : [];
    return codigo === 'TIPO_DE_CUPON_INDEFINIDO' && valor === '' && isKindless ? CARD : [];
  };
  return {
    note(errors: readonly RowError[]): void {
      for (const field of errors.flatMap(fieldsOf)) rows.set(field, (rows.get(field) ?? 0) + 1);
    },
    result: (): readonly MissingColumn[] =>
      FIELDS_IN_ORDER.flatMap((field) => {
        const count = rows.get(field);
        return count === undefined ? [] : [{ campo: field, filas: count }];
      }),
  };
}
