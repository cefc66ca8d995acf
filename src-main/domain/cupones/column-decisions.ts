import { CUPON_FIELDS } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import {
  addMarkEvidence,
  decideDecimalMark,
  createMarkEvidence,
  readAmountText,
  type DecimalMark,
} from './amount-text.ts';
import { isRoundedCardNumber, doesHeaderNameCard } from './card-number.ts';
import { hasPossibleCard, isCardNumber } from './card-text.ts';
import { toNumericText, cleanText } from './cell-text.ts';
import {
  addDateEvidence,
  decideDateOrder,
  isDecidedByFew,
  createDateEvidence,
  readDateText,
  remember,
  type DateOrder,
} from './date-text.ts';
import type { MappedColumn } from './validation.ts';
import { keyOfHeader } from './header-key.ts';
import type { PreparedSheet } from './prepare-sheet.ts';

export interface ColumnDecision {
  readonly orden: DateOrder;
  /** The first date that is possible only with the month first; present only if few of these dates decide the column's order. */
  readonly fewDecide?: { readonly row: number; readonly text: string } | undefined;
  readonly marca: DecimalMark;
  /** Whether the column holds card numbers, so that all values that look like card numbers are masked. */
  readonly tarjetas: boolean;
}

interface Observer {
  readonly column: number;
  /** Sees a cell that is not empty. Returns false if no later cell can change the decision. */
  see(row: number, kind: number): boolean;
  decision(): Partial<ColumnDecision>;
}

const MIN_CARDS = 3;
const CARDS_PER_OTHER = 4;
/** The smallest number with as many digits as a card number. */
const SMALLEST_CARD = 1e12;

const OF_A_CARD: ReadonlySet<MappedColumn['campo']> = new Set(['tarjeta_nro', 'bin', 'tarjeta_desc', 'tarjeta_id']);

const isCardColumn = (field: MappedColumn['campo'], header: string): boolean =>
  OF_A_CARD.has(field) || doesHeaderNameCard(keyOfHeader(header));

function observeDates(sheet: Sheet, column: number): Observer {
  const evidence = createDateEvidence();
  const readText = remember((text: string) => readDateText(cleanText(text)));
  let monthFirst: ColumnDecision['fewDecide'];
  return {
    column,
    see(row, kind) {
      if (kind !== CELL.texto) return true;
      const text = sheet.text(row, column);
      addDateEvidence(evidence, readText(text));
      if (evidence.onlyMonth > 0) monthFirst ??= { row, text: cleanText(text) };
      return evidence.onlyDay < 2 || evidence.onlyMonth < 2;
    },
    decision: () => ({
      orden: decideDateOrder(evidence),
      fewDecide: isDecidedByFew(evidence) ? monthFirst : undefined,
    }),
  };
}

function observeAmounts(sheet: Sheet, column: number): Observer {
  const evidence = createMarkEvidence();
  return {
    column,
    see(row, kind) {
      if (kind !== CELL.texto) return true;
      addMarkEvidence(evidence, readAmountText(cleanText(sheet.text(row, column))));
      return !(evidence.coma && evidence.point);
    },
    decision: () => ({ marca: decideDecimalMark(evidence) }),
  };
}

/** Decides whether four fifths of a column are card numbers. Stops when that is no longer possible: in most columns after a fifth of the rows. */
function observeCards(sheet: Sheet, column: number, rows: number): Observer {
  let cards = 0;
  let others = 0;
  const isCard = (row: number, kind: number): boolean => {
    if (kind === CELL.texto) {
      // A card number among words ("pago con 4507 9900 …") counts too.
      return hasPossibleCard(sheet.text(row, column));
    }
    if (kind !== CELL.numero || !(sheet.number(row, column) >= SMALLEST_CARD)) return false;
    const digits = toNumericText(sheet, row, column);
    return isCardNumber(digits) || isRoundedCardNumber(digits);
  };
  return {
    column,
    see(row, kind) {
      if (isCard(row, kind)) cards++;
      else others++;
      return others * (CARDS_PER_OTHER + 1) <= rows;
    },
    decision: () => ({ tarjetas: cards >= MIN_CARDS && cards >= others * CARDS_PER_OTHER }),
  };
}

/** Decides the date order, the decimal mark and the card numbers of all columns in one pass, because sheets can be read fast only row by row. */
export function decideColumns(
  sheet: Sheet,
  firstRow: number,
  columns: readonly (MappedColumn & { readonly header: string })[],
): readonly ColumnDecision[] {
  const rows = sheet.rowCount - firstRow;
  const observers = columns.map(({ campo, columna, header }): Observer[] => {
    const { tipo } = CUPON_FIELDS[campo];
    if (tipo === 'fecha') return [observeDates(sheet, columna)];
    if (tipo === 'importe') return [observeAmounts(sheet, columna)];
    return isCardColumn(campo, header) ? [] : [observeCards(sheet, columna, rows)];
  });
  let active = observers.flat();
  for (let row = firstRow; row < sheet.rowCount && active.length > 0; row++) {
    let finished: Observer | undefined;
    for (const observer of active) {
      const kind = sheet.kind(row, observer.column);
      if (kind !== CELL.vacia && !observer.see(row, kind)) finished = observer;
    }
    // Removes at most one finished observer per row; if two finish at once, the second sees one more row, which changes nothing.
    if (finished !== undefined) active = active.filter((observer) => observer !== finished);
  }
  return columns.map(({ campo, header }, index) => ({
    orden: 'dia',
    marca: ',',
    tarjetas: isCardColumn(campo, header),
    ...observers[index]?.[0]?.decision(),
  }));
}

/** How many rows of a sheet without a table are searched for headers that name a card. */
const ROWS_OF_HEADER = 30;

/** The columns that hold card numbers: by their field, header or values. `prepared`: the sheet with its table, if a table was found. */
export function findTarjetaColumns(sheet: Sheet, prepared: PreparedSheet | undefined): ReadonlySet<number> {
  const firstRow = prepared === undefined ? 0 : prepared.table.headerRow + 1;
  const last = Math.min(sheet.rowCount, prepared === undefined ? ROWS_OF_HEADER : firstRow);
  const headers = Array.from({ length: sheet.columnCount }, () => '');
  for (let row = 0; row < last; row++) {
    for (let column = 0; column < sheet.columnCount; column++) {
      if (sheet.kind(row, column) === CELL.texto)
        headers[column] = `${headers[column] ?? ''} ${sheet.text(row, column)}`;
    }
  }
  const columns = headers.map((header, column) => {
    const field = prepared?.mapeo.columnas.find((mapped) => mapped.columna === column)?.campo;
    // Columns of dates and amounts count like columns of texts, because a person may give them to other fields later.
    const ofCard = field !== undefined && OF_A_CARD.has(field);
    return { campo: ofCard ? field : 'referencia', columna: column, motivo: 'contenido', header } as const;
  });
  const decisions = decideColumns(sheet, firstRow, columns);
  return new Set(columns.flatMap(({ columna }, i) => (decisions[i]?.tarjetas === true ? [columna] : [])));
}
