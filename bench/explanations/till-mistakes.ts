import {
  addDays,
  pickBetween,
  change,
  daysInMonth,
  exchangesOfNeighbours,
  moveCounter,
  pick,
  rewriteField,
  rewriteDate,
  rewriteDigits,
  makeUnrelatedDigits,
  weekdayOf,
  type FaultKind,
} from './cupon-changes.ts';
import { amountMistakes } from './till-mistakes-of-amount.ts';

/** How many days until Monday from Friday (5), Saturday (6) and Sunday (0). */
const DAYS_TO_MONDAY = new Map([
  [5, 3],
  [6, 2],
  [0, 1],
]);

/** By month, the year that people write by mistake, relative to the right one. */
const WRONG_YEARS = new Map([
  ['01', -1],
  ['12', 1],
]);

const dateMistakes: readonly FaultKind[] = [
  {
    name: 'day-and-month-exchanged',
    description: 'A spreadsheet set to English reads 03/11 as the eleventh of March.',
    apply: rewriteDate('fecha_venta', (date) => {
      const [year = '', month = '', day = ''] = date.split('-');
      return Number(day) <= 12 ? `${year}-${day}-${month}` : undefined;
    }),
  },
  {
    name: 'day-of-close-after-midnight',
    description: 'A bar closes its till after midnight, and every sale of the night takes the day of the close.',
    apply: rewriteDate('fecha_venta', (date) => addDays(date, 1)),
  },
  {
    name: 'day-of-previous-close-kept',
    description: 'Nobody closed the till the day before, so the sales of the morning go under its date.',
    apply: rewriteDate('fecha_venta', (date) => addDays(date, -1)),
  },
  {
    name: 'presentation-date-as-sale-date',
    description: 'The clerk copies the date on which the batch was presented, from the column beside the right one.',
    apply: rewriteDate('fecha_venta', (_date, _random, { fecha_pres }) => fecha_pres),
  },
  {
    name: 'weekend-typed-on-monday',
    description: 'The office types the vouchers of the weekend on Monday, and the form proposes the day it is.',
    apply: rewriteDate('fecha_venta', (date) => {
      const days = DAYS_TO_MONDAY.get(weekdayOf(date));
      return days === undefined ? undefined : addDays(date, days);
    }),
  },
  {
    name: 'wrong-year-around-new-year',
    description:
      'In January the clerk still writes the old year, or types a day of December without one, which gives the new.',
    apply: rewriteDate('fecha_venta', (date) => {
      const years = WRONG_YEARS.get(date.slice(5, 7));
      return years === undefined ? undefined : `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
    }),
  },
  {
    name: 'date-dragged-into-series',
    description: 'The date of the day is dragged down the column, and the spreadsheet makes each row a day later.',
    apply: rewriteDate('fecha_venta', (date, random) => addDays(date, pickBetween(random, 1, 20))),
  },
  {
    name: 'day-that-does-not-exist',
    description: 'The sales of the end of the month are typed by hand under the 31st, which that month does not have.',
    apply: rewriteDate('fecha_venta', (date) => {
      const last = daysInMonth(date);
      return last < 31 && Number(date.slice(8)) === last ? `${date.slice(0, 8)}31` : undefined;
    }),
  },
  {
    name: 'wallet-export-in-another-time-zone',
    description:
      'The export of the wallet gives its times in UTC or in UTC-4, so sales near midnight change their day.',
    apply: rewriteDate('fecha_venta', (date, random, { wallet_referencia }) =>
      wallet_referencia ? addDays(date, random() < 0.5 ? 1 : -1) : undefined,
    ),
  },
];

/** Codes of government plans, which are typed on the terminal instead of a number of instalments. */
const PLAN_CODES = new Map([
  ['3', '13'],
  ['6', '16'],
  ['12', '7'],
  ['18', '8'],
]);

const cardMistakes: readonly FaultKind[] = [
  {
    name: 'card-leading-zeros-lost',
    description: 'A spreadsheet takes the last four digits for a number, and 0042 becomes 42.',
    apply: rewriteDigits('tarjeta_nro', (digits) => String(Number(digits))),
  },
  {
    name: 'card-digits-exchanged',
    description: 'Someone who types from the paper voucher exchanges two of the last four digits.',
    apply: rewriteDigits('tarjeta_nro', (digits, random) => pick(random, exchangesOfNeighbours(digits))),
  },
  {
    name: 'plastic-in-place-of-phone',
    description:
      'The client pays with a phone, which has a card number of its own, and the cashier types that of the plastic.',
    apply: rewriteDigits('tarjeta_nro', (_digits, random) => String(pickBetween(random, 0, 9999)).padStart(4, '0')),
  },
  {
    name: 'debit-and-credit-keys-confused',
    description: 'The cashier presses the key of the credit card for a debit card of the same name, or the reverse.',
    apply: rewriteField('tarjeta_desc', (name) => {
      const credit = name.replace(/\s+D[EÉ]BITO$/iu, '');
      return credit === name ? `${name} DEBITO` : credit;
    }),
  },
  {
    name: 'plan-code-as-instalments',
    description:
      'The till keeps the code of the plan that was typed on the terminal, such as 13 for three instalments.',
    apply: rewriteDigits('cuotas', (digits) => PLAN_CODES.get(String(Number(digits)))),
  },
  {
    name: 'instalments-left-at-one',
    description: 'The till proposes one instalment, and the cashier chooses the plan on the terminal alone.',
    apply: rewriteDigits('cuotas', (digits) => (Number(digits) > 1 ? '1' : undefined)),
  },
];

/** Digits that look alike on faded thermal paper. */
const LOOKALIKES = new Map([
  ['0', '8'],
  ['1', '7'],
  ['3', '8'],
  ['5', '6'],
  ['6', '5'],
  ['7', '1'],
  ['8', '3'],
]);

/** Another number of the same length, always the same one for a number: a wrongly configured till repeats its mistake on every coupon. */
const otherNumberFor = (digits: string): string =>
  [...digits].map((digit, at) => (at === 0 ? digit : (Number(digit) * 7 + 3 + at) % 10)).join('');

const voucherMistakes: readonly FaultKind[] = [
  {
    name: 'authorization-as-voucher',
    description: 'The slip prints both numbers one under the other, and the cashier types that of the authorization.',
    apply: rewriteField('comprobante', (_text, _random, { autorizacion = '' }) =>
      /^\d+$/.test(autorizacion) ? autorizacion : undefined,
    ),
  },
  {
    name: 'voucher-misread',
    description: 'The thermal paper has faded, and one digit of the voucher is read as another that looks like it.',
    apply: rewriteDigits('comprobante', (digits, random) => {
      const at = pick(
        random,
        [...digits].flatMap((digit, position) => (LOOKALIKES.has(digit) ? [position] : [])),
      );
      if (at === undefined) return undefined;
      return digits.slice(0, at) + (LOOKALIKES.get(digits.charAt(at)) ?? '') + digits.slice(at + 1);
    }),
  },
  {
    name: 'voucher-cut-to-last-four',
    description: 'The column of the till has room for four digits of the voucher and keeps the last ones.',
    apply: rewriteDigits('comprobante', (digits) => (Number(digits) > 9999 ? digits.slice(-4) : undefined)),
  },
  {
    name: 'voucher-with-thousands-dot',
    description: 'The spreadsheet shows the voucher with a dot of thousands, and the export copies what is shown.',
    apply: rewriteDigits('comprobante', (digits) => {
      const shown = String(Number(digits));
      // With two dots, the text could not be read as a number.
      return shown.length >= 4 && shown.length <= 6 ? `${shown.slice(0, -3)}.${shown.slice(-3)}` : undefined;
    }),
  },
  {
    name: 'voucher-counter-restarted',
    description: 'The terminal begins its vouchers at one again, and the till goes on counting by itself.',
    apply: rewriteDigits('comprobante', (digits, random) => moveCounter(digits, pickBetween(random, 200, 9000))),
  },
  {
    name: 'batch-and-voucher-exchanged',
    description: 'Two columns without a title are taken the wrong way round when the file is put together.',
    apply: (cupon) => {
      const { lote, comprobante } = cupon;
      return lote && comprobante ? change(cupon, { lote: comprobante, comprobante: lote }) : undefined;
    },
  },
  {
    name: 'batch-of-another-close',
    description: 'The batch is copied from the slip of the close before or of the one after.',
    apply: rewriteDigits('lote', (digits, random) => moveCounter(digits, random() < 0.5 ? 1 : -1)),
  },
  {
    name: 'terminal-replaced',
    description: 'The terminal broke and was replaced, and the till still writes the number of the old one.',
    apply: rewriteDigits('terminal', otherNumberFor),
  },
  {
    name: 'store-number-of-another-processor',
    description: 'The till has one store number for every card, that of the processor with which the shop began.',
    apply: rewriteDigits('establecimiento', otherNumberFor),
  },
  {
    name: 'looked-up-by-amount',
    description: 'Two lists are merged by looking up the amount, which brings the first coupon that has the same one.',
    apply: (cupon, random) => {
      const { comprobante = '', tarjeta_nro, autorizacion } = cupon;
      const voucher = /^\d+$/.test(comprobante) ? moveCounter(comprobante, -pickBetween(random, 1, 60)) : undefined;
      if (voucher === undefined || tarjeta_nro === undefined) return undefined;
      return change(cupon, {
        comprobante: voucher,
        tarjeta_nro: String(pickBetween(random, 0, 9999)).padStart(4, '0'),
        autorizacion: autorizacion && makeUnrelatedDigits(random, autorizacion.length),
      });
    },
  },
];

const walletMistakes: readonly FaultKind[] = [
  {
    name: 'wallet-sale-rung-as-card',
    description:
      'The cashier rings a QR payment as a card, with the end of its number as voucher and zeros as the card.',
    apply: (cupon) => {
      const { wallet_referencia = '' } = cupon;
      if (!/^\d{4,}$/.test(wallet_referencia)) return undefined;
      return change(cupon, {
        wallet_referencia: undefined,
        wallet_tipo_operacion: undefined,
        comprobante: wallet_referencia.slice(-8),
        tarjeta_nro: '0000',
      });
    },
  },
  {
    name: 'wallet-reference-rounded',
    description: 'A spreadsheet saves the long number as 1.04563E+11, and making it a number again keeps six digits.',
    apply: rewriteDigits('wallet_referencia', (digits) => {
      if (digits.length < 12) return undefined;
      const [significant = '', exponent = ''] = Number(digits).toExponential(5).split('e');
      return significant.replace('.', '').padEnd(Number(exponent) + 1, '0');
    }),
  },
];

/** Mistakes that tills, cashiers and spreadsheets make in coupons. */
export const faultKinds: readonly FaultKind[] = [
  ...dateMistakes,
  ...amountMistakes,
  ...cardMistakes,
  ...voucherMistakes,
  ...walletMistakes,
];
