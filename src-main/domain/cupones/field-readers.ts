import { CUPON_FIELDS, rulesOf } from './fields.ts';
import { CELL } from '../sheet.ts';
import { centavosOfNumber, readAmountText, resolveAmount, toPlainAmount } from './amount-text.ts';
import { mayHoldCard, isRoundedCardNumber } from './card-number.ts';
import {
  endsOfCardIn,
  endsOfOurCover,
  isCardNumber,
  maskCardNumbers,
  maskCertainCards,
  maskPossibleCards,
} from './card-text.ts';
import {
  fail,
  isBroken,
  note,
  placeOf,
  type FieldReader,
  type ValueReader,
  type ReaderContext,
  createDateReader,
} from './cell-reader.ts';
import {
  cleanText,
  countCodePoints,
  findInstalments,
  isDigits,
  isShortenedNumber,
  saysNothing,
  toNumericText,
  withoutThousands,
} from './cell-text.ts';
import { readCoveredCard } from './covered-cards.ts';
import { isNeverDate, readsAsDate } from './notices.ts';

function createAmountReader(field: ReaderContext): ValueReader {
  const { sheet, column, decision, state } = field;
  return (row, kind) => {
    let centavos: number | 'IMPORTE_INVALIDO' | 'DECIMALES_DE_MAS';
    if (kind === CELL.numero) centavos = centavosOfNumber(sheet.number(row, column));
    else if (kind === CELL.texto) {
      const text = cleanText(sheet.text(row, column));
      if (text === '' || saysNothing(text)) {
        state.filled = false;
        return '';
      }
      centavos = resolveAmount(readAmountText(text), decision.marca);
    } else centavos = 'IMPORTE_INVALIDO';
    if (typeof centavos === 'string') return fail(field, row, centavos);
    state.centavos = centavos;
    const value = toPlainAmount(centavos);
    const refund = centavos > 0 ? field.refundSaid(row) : undefined;
    if (refund !== undefined) {
      const fix = refund.undone ? {} : { arreglo: toPlainAmount(-centavos) };
      note(field, row, { codigo: 'PARECE_DEVOLUCION', valor: refund.text, ...fix });
    }
    if (centavos === 0) note(field, row, { codigo: 'IMPORTE_CERO', valor: value });
    return value;
  };
}

const DECIMAL = /^\d+(?:[.,]\d+)?$/;

/** Makes the reader of a number field: digits, with leading zeros kept; `comprobante` may have decimals. */
function createNumberReader(field: ReaderContext): ValueReader {
  const { sheet, column, decision, state, campo } = field;
  const { largo, digits = 0 } = rulesOf(campo);
  return (row, kind) => {
    const text = kind === CELL.numero ? toNumericText(sheet, row, column) : cleanText(sheet.text(row, column));
    if (text === '' || saysNothing(text)) {
      state.filled = false;
      return '';
    }
    const mayBeCard = mayHoldCard(text);
    if (mayBeCard && decision.tarjetas) {
      const card = endsOfCardIn(text);
      if (card !== undefined) return failCard(field, row, card);
    }
    if (kind === CELL.numero && sheet.precisionLost(row, column)) return fail(field, row, 'PRECISION_PERDIDA');
    if (!isDigits(text)) return readOtherThanDigits(field, row, text);
    if (decision.tarjetas && kind === CELL.numero && isRoundedCardNumber(text))
      return fail(field, row, 'PRECISION_PERDIDA');
    if (largo !== null && text.length > largo) {
      return fail(
        field,
        row,
        'LARGO_MAXIMO',
        campo === 'bin' ? text.slice(0, digits) : campo === 'cuotas' ? findInstalments(text) : undefined,
      );
    }
    if (text.length < digits) return offerZeros(field, row, text, digits);
    // Offers no fix, because a masked number is no number.
    if (mayBeCard && isCardNumber(text))
      note(field, row, { codigo: 'PARECE_NUMERO_DE_TARJETA', valor: maskCardNumbers(text) });
    return text;
  };
}

/** Keeps a number that lost its leading zeros, with a notice that offers them; if the template has that rule, adds them. */
function offerZeros(field: ReaderContext, row: number, text: string, digits: number): string {
  const padded = text.padStart(digits, '0');
  if (field.mends(row, 'CEROS_PERDIDOS', padded)) return padded;
  note(field, row, { codigo: 'CEROS_PERDIDOS', valor: text, arreglo: padded });
  return text;
}

/** Words and the only four digits of a text, which are probably the last of a card. */
const LAST_FOUR = /^\D+(\d{4})\)?$/;

/** Reads a text in a number field. `comprobante` may have decimals, and a masked card number shows the digits that the field needs. */
function readOtherThanDigits(field: ReaderContext, row: number, text: string): string {
  const { campo } = field;
  const { largo, tipo } = CUPON_FIELDS[campo];
  // A till or spreadsheet may have added a thousands mark: `1.001` is far more often the voucher 1001 than a voucher with three decimals.
  const whole = withoutThousands(text);
  if (whole !== undefined && (largo === null || whole.length <= largo)) return fail(field, row, 'NO_ES_NUMERO', whole);
  if (tipo === 'decimal') {
    if (DECIMAL.test(text)) return text.replace(',', '.');
    // There is no fix: written out, `1,32456E+11` would end in zeros in place of its lost digits.
    if (isShortenedNumber(text)) return fail(field, row, 'PRECISION_PERDIDA');
  }
  if (campo === 'cuotas') return fail(field, row, 'NO_ES_NUMERO', findInstalments(text));
  const ours = campo === 'tarjeta_nro' || campo === 'bin' ? endsOfOurCover(text) : undefined;
  if (ours !== undefined) return failCard(field, row, ours);
  const card = campo === 'tarjeta_nro' || campo === 'bin' ? readCoveredCard(text, true) : undefined;
  if (card !== undefined && campo === 'tarjeta_nro') {
    field.covered(card, text);
    return card.lastFour;
  }
  const fix = campo === 'tarjeta_nro' ? LAST_FOUR.exec(text)?.[1] : card?.firstSix;
  return fail(field, row, 'NO_ES_NUMERO', fix);
}

/** Reports a full card number in a number field. In a field for a part of the card number, the fix is that part. */
function failCard(
  field: ReaderContext,
  row: number,
  card: { readonly firstSix: string; readonly lastFour: string },
): string {
  if (field.campo === 'tarjeta_nro') return fail(field, row, 'LARGO_MAXIMO', card.lastFour);
  if (field.campo === 'bin') return fail(field, row, 'LARGO_MAXIMO', card.firstSix);
  return fail(field, row, 'NO_ES_NUMERO');
}

function createTextReader(field: ReaderContext): ValueReader {
  const { sheet, column, decision, state, campo } = field;
  const { largo } = CUPON_FIELDS[campo];
  // A value in these fields makes the row a wallet sale, so a dash counts as empty: files with both kinds of sales write a dash for card sales.
  const decidesKind = campo === 'wallet_referencia' || campo === 'wallet_tipo_operacion';
  return (row, kind) => {
    let text = kind === CELL.numero ? toNumericText(sheet, row, column) : cleanText(sheet.text(row, column));
    if (text === '' || (decidesKind && saysNothing(text))) {
      state.filled = false;
      return '';
    }
    if (kind === CELL.numero && sheet.precisionLost(row, column)) return fail(field, row, 'PRECISION_PERDIDA');
    if (isShortenedNumber(text)) return fail(field, row, 'PRECISION_PERDIDA');
    if (kind === CELL.fecha && isNeverDate(campo)) return fail(field, row, 'ES_UNA_FECHA');
    if (kind === CELL.fecha || (isNeverDate(campo) && readsAsDate(text)))
      field.inColumn('FECHA_EN_TEXTO', { ...placeOf(field, row), valor: text, dicho: text });
    if (decision.tarjetas && kind === CELL.numero && isRoundedCardNumber(text) && !isCardNumber(text))
      return fail(field, row, 'PRECISION_PERDIDA');
    if (mayHoldCard(text)) text = withoutCards(field, row, text);
    if (largo !== null && text.length > largo && countCodePoints(text) > largo) return fail(field, row, 'LARGO_MAXIMO');
    return text;
  };
}

/** Masks the card numbers in a text. A number that may be a card number stays, with a notice that offers the masked text. */
function withoutCards(field: ReaderContext, row: number, text: string): string {
  const masked = field.decision.tarjetas ? maskCardNumbers(text) : maskCertainCards(text);
  const possible = maskCertainCards(maskPossibleCards(masked));
  // The notice that needs a decision comes before the notice of what was masked.
  if (possible !== masked) {
    // After a rule's fix, no other notice is needed for this value.
    if (field.mends(row, 'PARECE_NUMERO_DE_TARJETA', possible)) return possible;
    note(field, row, { codigo: 'PARECE_NUMERO_DE_TARJETA', valor: possible, arreglo: possible });
  }
  if (masked !== text) note(field, row, { codigo: 'NUMERO_DE_TARJETA', valor: masked });
  return masked;
}

function chooseReader(field: ReaderContext): ValueReader {
  const { tipo } = CUPON_FIELDS[field.campo];
  switch (tipo) {
    case 'fecha':
      return createDateReader(field);
    case 'importe':
      return createAmountReader(field);
    case 'numero':
    case 'decimal':
      return createNumberReader(field);
    case 'texto':
      return createTextReader(field);
  }
}

/** Makes the reader of a column, and decides once what holds for all its rows. */
export function createFieldReader(field: ReaderContext): FieldReader {
  const { sheet, column, state } = field;
  const read = chooseReader(field);
  return (row) => {
    const kind = sheet.kind(row, column);
    state.filled = kind !== CELL.vacia;
    return kind === CELL.vacia || isBroken(field, row, kind) ? '' : read(row, kind);
  };
}
