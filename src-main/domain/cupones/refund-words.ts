import { fold } from '../fold-text.ts';
import { CELL } from '../sheet.ts';
import { maskCardNumbers } from './card-text.ts';
import { cleanText } from './clean-text.ts';
import { keyOfHeader } from './header-key.ts';
import type { ValidationRequest } from './validation.ts';

/** Words of the headers of columns that say what a row is: "Tipo de operación", "Movimiento", "Estado". */
const KIND_WORDS = new Set(['tipo', 'operacion', 'estado', 'status', 'concepto']);

const GIVEN_BACK =
  'devolucion|devuelt[ao]|contracargo|revers[ao]|reembolso|nota de credito|nc|n/c|refund|refunded|chargeback';
/** The sale was undone before it was paid: nothing is given back. */
const UNDONE = 'anulacion|anulad[ao]|reversad[ao]|void|voided';
/**
 * What such a row is called there, folded: the whole text or how it begins. Inside a text the words are of something else ("Venta - Reintegro"), and with
 * a further one or a "no" they say the contrary ("Anulación de devolución").
 */
const NAME = new RegExp(`^(?:(${UNDONE})|${GIVEN_BACK})\\b(?!.*\\b(?:no|${UNDONE}|${GIVEN_BACK})\\b)`);

export interface RefundSaid {
  /** Card numbers are covered. */
  readonly text: string;
  readonly undone: boolean;
}

const isKindColumn = (header: string): boolean =>
  keyOfHeader(header)
    .split(' ')
    .some((word) => KIND_WORDS.has(word));

/**
 * Finds what a row says of itself that names a refund or a sale that was undone. Columns that are not sent count too; the wallet's operation type
 * does not, because it is sent and says so itself. Source: docs/coupons.md, "Amounts".
 */
export function createRefundSaid({
  sheet,
  table,
  columnas,
}: Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>): (row: number) => RefundSaid | undefined {
  const wallet = columnas.find(({ campo }) => campo === 'wallet_tipo_operacion')?.columna;
  const columns = table.headers.flatMap((header, column) =>
    isKindColumn(header) && column !== wallet ? [column] : [],
  );
  return (row) => {
    for (const column of columns) {
      if (sheet.kind(row, column) !== CELL.texto) continue;
      const text = cleanText(sheet.text(row, column));
      const said = NAME.exec(fold(text));
      if (said !== null) return { text: maskCardNumbers(text), undone: said[1] !== undefined };
    }
    return undefined;
  };
}
