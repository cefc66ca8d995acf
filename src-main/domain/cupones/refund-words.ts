import { fold } from '../fold-text.ts';
import { CELL } from '../sheet.ts';
import { maskCardNumbers } from './card-text.ts';
import { cleanText } from './clean-text.ts';
import { keyOfHeader } from './header-key.ts';
import type { ValidationRequest } from './validation.ts';

/** Words of the headers of columns that say what a row is: "Tipo de operación", "Movimiento", "Estado". */
const KIND_WORDS = new Set(['tipo', 'operacion', 'estado', 'status', 'concepto']);

/** What a refund, or a sale that was undone, is called there. Folded. "No anulada" is a sale. */
const REFUND =
  /^(?!(?:no|sin) ).*\b(?:devoluci|devuelt|anulac|anulad|contracargo|contra cargo|revers|reembols|reintegr|nota de credito|refund|chargeback|void|cancell?ed)/;

const isKindColumn = (header: string): boolean =>
  keyOfHeader(header)
    .split(' ')
    .some((word) => KIND_WORDS.has(word));

/**
 * Finds what a row says of itself that names a refund; '' where it says nothing of the kind. Columns that are not sent count too; the wallet's
 * operation type does not, because it is sent and says so itself. Source:
 * docs/coupons.md, "Amounts".
 */
export function createRefundSaid({
  sheet,
  table,
  columnas,
}: Pick<ValidationRequest, 'sheet' | 'table' | 'columnas'>): (row: number) => string {
  const wallet = columnas.find(({ campo }) => campo === 'wallet_tipo_operacion')?.columna;
  const columns = table.headers.flatMap((header, column) =>
    isKindColumn(header) && column !== wallet ? [column] : [],
  );
  return (row) => {
    for (const column of columns) {
      if (sheet.kind(row, column) !== CELL.texto) continue;
      const text = cleanText(sheet.text(row, column));
      if (REFUND.test(fold(text))) return maskCardNumbers(text);
    }
    return '';
  };
}
