import { fold } from '../fold-text.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { maskCardNumbers } from './card-text.ts';
import { cleanText, toShownValue } from './cell-text.ts';
import { keyOfHeader, toPlainHeader } from './header-key.ts';
import type { ValidationRequest } from './validation.ts';
import type { RowNotice } from '../finding.ts';
import { makeNegativesNotice, makeNoticeOf } from './notices.ts';
import type { PreparedSheet } from './prepare-sheet.ts';
import { isTotalLabel, rowsOf } from './row-kind.ts';

/** Words in headers of columns that say what a row is ("Tipo de operación", "Movimiento", "Estado") or that have notes ("Observaciones"). */
const KIND_WORDS = new Set(
  'tipo operacion estado status situacion resultado result respuesta concepto detalle nota notas comentario comentarios observacion observaciones obs'.split(
    ' ',
  ),
);
const SIGN_WORDS = new Set(['signo', 'sign']);
/** A minus sign alone, or −1. "D" is no minus sign, because it may mean a debit card. */
const MINUS = /^[-\u2212\u2013]1?$/;

/** Words for a refund. "Dev" counts only alone or with a dot, because other words begin with it. */
const GIVEN_BACK =
  'devolucion|devuelt[ao]|devol|dev(?=\\.|$)|contracarg(?:o|ad[ao])|revers[ao]|reembols(?:o|ad[ao])|reintegrad[ao]|nota de credito|nc|n[/.]c|refund|refunded|chargeback|charged[ _]back';
/** Words for a sale that was undone before it was paid, or never made, so that no money is given back. "Anu" counts only alone or with a dot. */
const UNDONE =
  'anulacion|anulad[ao]|anul|anu(?=\\.|$)|reversad[ao]|void|voided|cancelad[ao]|cancell?ed|rechazad[ao]|rejected|denegad[ao]|denied|declinad[ao]|declined|fallid[ao]|failed|expirad[ao]|expired|desaprobad[ao]|no (?:aprobad|autorizad)[ao]';
/** Words that may precede a word for an undone sale or a refund: "Venta anulada". */
const SALE = 'venta|compra|consumo|operacion|transaccion|pago|cobro|cupon|ticket';
/** A folded text that begins with a word for a refund or an undone sale, unless a second such word or "no" reverses the meaning. */
const NAME = new RegExp(`^(?:(?:${SALE}) )?(?:(${UNDONE})|${GIVEN_BACK})\\b(?!.*\\b(?:no|${UNDONE}|${GIVEN_BACK})\\b)`);

export interface RefundSaid {
  readonly text: string;
  readonly undone: boolean;
}

function readName(text: string): RefundSaid | undefined {
  const clean = cleanText(text);
  const said = NAME.exec(fold(clean));
  return said === null ? undefined : { text: maskCardNumbers(clean), undone: said[1] !== undefined };
}

interface Section {
  readonly first: number;
  readonly said: RefundSaid | undefined;
}

/** The plural of titles: "Devoluciones", "Ventas anuladas". */
const PLURAL = /(?:(?<=n)es|s)(?!\p{L})/giu;

/** The parts of a sheet below a title that is alone in its row, from the first title for refunds ("DEVOLUCIONES") on. A line of totals ends a part. */
function findSections(sheet: Sheet, firstRow: number): readonly Section[] {
  const sections: Section[] = [];
  for (let row = firstRow; row < sheet.rowCount; row++) {
    let [text, filled] = ['', 0];
    for (let column = 0; column < sheet.columnCount && filled < 2; column++) {
      const kind = sheet.kind(row, column);
      const cell = kind === CELL.vacia ? '' : cleanText(sheet.text(row, column));
      if (cell === '') continue;
      filled++;
      if (filled === 1 && kind === CELL.texto) text = cell;
    }
    if (text === '' || (filled > 1 && !isTotalLabel(text, true))) continue;
    const said = filled === 1 ? readName(text.replace(PLURAL, '')) : undefined;
    if (said !== undefined || sections.at(-1)?.said !== undefined)
      sections.push({ first: row, said: said && { ...said, text: maskCardNumbers(text) } });
  }
  return sections;
}

const hasWord = (header: string, words: ReadonlySet<string>): boolean =>
  keyOfHeader(header)
    .split(' ')
    .some((word) => words.has(word));

/** Finds the text that marks a row as a refund or undone, in any column but the wallet's operation type, whose text is sent (docs/coupons.md, "Amounts"). */
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
  const sections = findSections(sheet, table.headerRow + 1);
  return (row) => {
    for (const column of columns) {
      const said = sheet.kind(row, column) === CELL.texto ? readName(sheet.text(row, column)) : undefined;
      if (said !== undefined) return said;
    }
    const section = sections.findLast(({ first }) => first < row)?.said;
    if (section !== undefined) return section;
    for (const column of signs) {
      const text = cleanText(sheet.text(row, column));
      if (MINUS.test(text)) return { text, undone: false };
    }
    return undefined;
  };
}

const [DEBIT, CREDIT] = ['(?:d|db|deb|debe|debitos?)', '(?:c|cr|cred|haber|creditos?)'];
const SAYS_SIGN = new RegExp(`\\b(?:${DEBIT} (?:o )?${CREDIT}|${CREDIT} (?:o )?${DEBIT}|signo?)\\b`);
/** "Tipo de movimiento" counts only if its values are signs. */
const SAYS_MOVEMENT = /\bmov(?:imiento)?s?\b/;
const IS_SIGN = new RegExp(`^(?:${DEBIT}|${CREDIT})$`);
/** "Tipo" or "Operación" counts if its values are "V" for sales, and "D" or "A" for refunded or cancelled sales. */
const SAYS_KIND = /\b(?:tipo|operacion|mov(?:imiento)?s?)\b/;
const IS_KIND = /^[vda]$/;
/** In a column about cards, "D" and "C" mean the kind of card. */
const SAYS_CARD = /\b(?:tarj|card|medio|forma|plastico)/;
/** Columns of an account book, of which at most one is the coupons' amount, and columns of refunds: a row with a value there gives money back. */
const IS_FILLED =
  /^(?:importe )?(?:debe|haber)(?: pesos)?$|\b(?:devolucion(?:es)?|devuelt[ao]s?|refund(?:s|ed)?|reembolsos?|contracargos?)\b/;
const NOTHING = /^[$ ]*(?:[0.,]*|no?|false|falso|[-\u2013\u2014]+|n\/?a|null|s\/d)$/i;
/** Values that are only a sign count as empty: in a column titled as a sign, `createRefundSaid` finds them row by row. */
const PLAIN_SIGN = /^[-+\u2212\u2013]?1?$/;
const SOMETHING = 'un dato';
/** A column with more different values than this holds no signs. */
const MOST_VALUES = 4;

const isNegative = (sheet: Sheet, row: number, column: number): boolean =>
  sheet.kind(row, column) === CELL.numero ? sheet.number(row, column) < 0 : /[-(\u2212]/.test(sheet.text(row, column));

/** Finds unused columns that seem to mark the rows that give money back. `byFilled`: the mark is any value in the column. */
function findSignColumns({ table, profiles, mapeo }: Pick<PreparedSheet, 'table' | 'profiles' | 'mapeo'>) {
  return table.headers.flatMap((title, column) => {
    const header = toPlainHeader(title);
    const plain = [...(profiles[column]?.distinct ?? [])].map(toPlainHeader);
    const byFilled = IS_FILLED.test(header);
    const isSign =
      !SAYS_CARD.test(header) &&
      (SAYS_SIGN.test(header) ||
        (SAYS_MOVEMENT.test(header) && plain.every((value) => IS_SIGN.test(value))) ||
        (SAYS_KIND.test(header) && plain.includes('v') && plain.every((value) => IS_KIND.test(value))));
    const isUsed =
      mapeo.apart.has(column) || mapeo.resta === column || mapeo.columnas.some(({ columna }) => columna === column);
    return isUsed || plain.length === 0 || !(byFilled || isSign) ? [] : [{ column, byFilled }];
  });
}

/** Whether a column says which amounts are refunds: a column of refunds, or a column that seems to hold the sign. */
export const hasRefundColumn = (prepared: PreparedSheet): boolean =>
  prepared.mapeo.resta !== undefined || findSignColumns(prepared).length > 0;

/** Notices of unused columns that seem to mark rows as money given back. Amounts stay: what "D" means depends on whose account it is (docs/coupons.md). */
export function listSignColumns(prepared: PreparedSheet): readonly RowNotice[] {
  const { cupones: sheet, table, mapeo } = prepared;
  const amounts = mapeo.columnas.find(({ campo }) => campo === 'importe')?.columna;
  const columns = findSignColumns(prepared);
  if (amounts === undefined || columns.length === 0) return [];
  const counts = columns.map(() => new Map<string, { filas: number; readonly primera: number }>());
  for (const row of rowsOf(prepared)) {
    if (isNegative(sheet, row, amounts)) continue;
    for (const [index, { column, byFilled }] of columns.entries()) {
      const text = cleanText(sheet.text(row, column));
      const value = byFilled ? (NOTHING.test(text) ? '' : SOMETHING) : PLAIN_SIGN.test(text) ? '' : text;
      const known = counts[index]?.get(value);
      if (known === undefined) counts[index]?.set(value, { filas: 1, primera: sheet.rowNumber(row) });
      else known.filas++;
    }
  }
  return columns.flatMap(({ column }, index) => {
    const said = [...(counts[index] ?? [])]
      .map(([text, count]) => ({ valor: toShownValue(text, CELL.texto), ...count }))
      .sort((a, b) => b.filas - a.filas);
    if (said.length < 2 || said.length > MOST_VALUES) return [];
    const columna = table.headers[column] ?? '';
    const valor = said.map((one) => `${one.valor === '' ? '—' : one.valor}: ${String(one.filas)}`).join(', ');
    const filas = said.slice(1).reduce((sum, one) => sum + one.filas, 0);
    return [makeNoticeOf('COLUMNA_DE_SIGNO', { column: columna, said }, { fila: null, columna, valor, filas })];
  });
}

/** If at least this many amounts are negative, and most of the column is, a person is asked (`doubts/amount-columns.ts`). */
export const FEWEST_TURNED = 3;

/** Collects negative amounts for one notice, unless other cells explain all of them or a person is asked about signs (docs/coupons.md, "Amounts"). */
export function createNegatives(refundSaid: (row: number) => RefundSaid | undefined) {
  const amounts = new Map<number, number>();
  const unexplained = new Set<number>();
  return {
    /** `type`: the wallet's operation type, which may say that the row is a refund. */
    take({
      row,
      number,
      centavos,
      type,
    }: {
      readonly row: number;
      readonly number: number;
      readonly centavos: number;
      readonly type: string;
    }): void {
      if (centavos >= 0) return;
      amounts.set(number, centavos);
      const isSale = type === '' || type.toUpperCase() === 'SETTLEMENT';
      if (isSale && refundSaid(row) === undefined) unexplained.add(number);
    },
    /** Marks two rows that net to zero as explained; they have a notice of their own. */
    explain(...numbers: readonly number[]): void {
      for (const number of numbers) unexplained.delete(number);
    },
    notices(columna: string, valid: number): readonly RowNotice[] {
      const isAsked = unexplained.size >= FEWEST_TURNED && unexplained.size * 2 > valid;
      return unexplained.size === 0 || isAsked ? [] : makeNegativesNotice(columna, [...amounts]);
    },
  };
}
