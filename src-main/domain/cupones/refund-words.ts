import { fold } from '../fold-text.ts';
import { CELL } from '../sheet.ts';
import { maskCardNumbers } from './card-text.ts';
import { cleanText } from './cell-text.ts';
import { keyOfHeader } from './header-key.ts';
import type { ValidationRequest } from './validation.ts';

/** Words in the headers of columns that say what a row is ("Tipo de operación", "Movimiento", "Estado") or where a till notes it ("Observaciones"). */
const KIND_WORDS = new Set([
  'tipo',
  'operacion',
  'estado',
  'status',
  'concepto',
  'observacion',
  'observaciones',
  'obs',
]);
const SIGN_WORDS = new Set(['signo', 'sign']);
/** A negative sign by itself. Not used for D/C columns (`sign-columns.ts`), where "D" can mean a debit card. */
const MINUS = /^[-\u2212\u2013]1?$/;

/** "Dev" and "Anu" begin other words and names, so they count only alone or with their dot. */
const GIVEN_BACK =
  'devolucion|devuelt[ao]|devol|dev(?=\\.|$)|contracargo|revers[ao]|reembolso|nota de credito|nc|n/c|refund|refunded|chargeback';
/** The sale was undone before it was paid, or never made: there is no money to give back. */
const UNDONE =
  'anulacion|anulad[ao]|anul|anu(?=\\.|$)|reversad[ao]|void|voided|cancelad[ao]|cancell?ed|rechazad[ao]|rejected|denegad[ao]|declined';
/**
 * How such a row is named, folded: the whole text or its beginning. Inside a text the words mean something else ("Venta - Reintegro"), and a further one
 * or a "no" reverses them ("Anulación de devolución").
 */
const NAME = new RegExp(`^(?:(${UNDONE})|${GIVEN_BACK})\\b(?!.*\\b(?:no|${UNDONE}|${GIVEN_BACK})\\b)`);

export interface RefundSaid {
  readonly text: string;
  readonly undone: boolean;
}

const hasWord = (header: string, words: ReadonlySet<string>): boolean =>
  keyOfHeader(header)
    .split(' ')
    .some((word) => words.has(word));

/**
 * Finds the text by which a row names a refund or an undone sale, also in columns that are not sent. Not in the wallet's operation type, which is sent
 * and says so itself. Source: docs/coupons.md, "Amounts".
 */
export function createRefundSaid({
  sheet,
  table,
  columnas,
}: Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>): (row: number) => RefundSaid | undefined {
  const wallet = columnas.find(({ campo }) => campo === 'wallet_tipo_operacion')?.columna;
  const columnsWith = (words: ReadonlySet<string>): readonly number[] =>
    table.headers.flatMap((header, column) => (hasWord(header, words) && column !== wallet ? [column] : []));
  const columns = columnsWith(KIND_WORDS);
  const signs = columnsWith(SIGN_WORDS);
  return (row) => {
    for (const column of columns) {
      if (sheet.kind(row, column) !== CELL.texto) continue;
      const text = cleanText(sheet.text(row, column));
      const said = NAME.exec(fold(text));
      if (said !== null) return { text: maskCardNumbers(text), undone: said[1] !== undefined };
    }
    for (const column of signs) {
      const text = cleanText(sheet.text(row, column));
      if (MINUS.test(text)) return { text, undone: false };
    }
    return undefined;
  };
}
