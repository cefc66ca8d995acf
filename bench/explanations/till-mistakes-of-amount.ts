import { exchangesOfNeighbours, pick, rewriteAmount, type FaultKind } from './cupon-changes.ts';

const PESO = 100;
const THOUSAND_PESOS = 1000 * PESO;
const VAT = 0.21;
const REDUCED_VAT = 0.105;

/** The processors' fees without VAT: debit and credit cards here, wallets below, by how soon they pay. */
const CARD_FEES = [0.008, 0.018];
const WALLET_FEES = [0.008, 0.0149, 0.0339, 0.0629];

/** The number of instalments; undefined for one. */
const readSeveralInstalments = (cuotas: string | undefined): number | undefined =>
  Number(cuotas) > 1 ? Number(cuotas) : undefined;

/** Mistakes in `importe`. */
export const amountMistakes: readonly FaultKind[] = [
  {
    name: 'amount-digits-exchanged',
    description: 'Someone who types the amount from the paper voucher exchanges two digits that stand together.',
    apply: rewriteAmount((centavos, random) => {
      // Leaves out numbers with a zero in front, which people do not type as amounts.
      const likely = exchangesOfNeighbours(String(centavos)).filter((digits) => !digits.startsWith('0'));
      return Number(pick(random, likely) ?? 0);
    }),
  },
  {
    name: 'decimal-comma-lost',
    description: 'The till exports 1500,00 and a spreadsheet set to English takes the comma as one of thousands.',
    apply: rewriteAmount((centavos) => centavos * 100),
  },
  {
    name: 'thousands-dot-read-as-decimal',
    description: 'The till prints whole pesos as 15.300 and a spreadsheet set to English reads fifteen and a fraction.',
    apply: rewriteAmount((centavos) => {
      const pesos = Math.floor(centavos / PESO);
      // From a million on, there are two dots, and the text could not be read as a number.
      return pesos >= 1000 && pesos < 1_000_000 ? pesos / 10 : undefined;
    }),
  },
  {
    name: 'cents-dropped',
    description: 'The clerk types the pesos and does not bother with the cents.',
    apply: rewriteAmount((centavos) => centavos - (centavos % PESO)),
  },
  {
    name: 'tip-left-out',
    description: 'The waiter adds the tip on the terminal, and the till keeps the amount of the bill.',
    apply: rewriteAmount((centavos, random) => centavos / (1 + (pick(random, [0.05, 0.1, 0.15]) ?? 0))),
  },
  {
    name: 'financing-surcharge-left-out',
    description: 'The terminal charges the interest of the instalments, and the till keeps the price of the shelf.',
    apply: rewriteAmount((centavos, random, { cuotas }) => {
      const instalments = readSeveralInstalments(cuotas);
      return instalments && centavos / (1 + instalments * (0.03 + 0.03 * random()));
    }),
  },
  {
    name: 'surcharge-on-interest-free-plan',
    description: 'The till adds its usual interest to a sale that the terminal charged on an interest-free plan.',
    apply: rewriteAmount((centavos, random, { cuotas }) => {
      const instalments = readSeveralInstalments(cuotas);
      return instalments && centavos * (1 + instalments * (0.03 + 0.03 * random()));
    }),
  },
  {
    name: 'one-instalment-as-total',
    description: 'The clerk copies the amount of each instalment, which the voucher prints under the total.',
    apply: rewriteAmount((centavos, _random, { cuotas }) => {
      const instalments = readSeveralInstalments(cuotas);
      return instalments && centavos / instalments;
    }),
  },
  {
    name: 'amount-net-of-fee',
    description: 'The amounts come from what the bank account received, with the fee and its VAT already taken.',
    apply: rewriteAmount((centavos, random, { wallet_referencia }) => {
      const fee = pick(random, wallet_referencia ? WALLET_FEES : CARD_FEES) ?? 0;
      return centavos * (1 - fee * (1 + VAT));
    }),
  },
  {
    name: 'amount-without-vat',
    description: 'The export of the invoices is copied from its net column, before VAT, in place of the total.',
    apply: rewriteAmount((centavos, random) => centavos / (1 + (pick(random, [VAT, VAT, REDUCED_VAT]) ?? 0))),
  },
  {
    name: 'partial-refund-netted',
    description: 'The till takes what the client gave back off the sale, and the card was charged in full that day.',
    apply: rewriteAmount((centavos, random) => {
      const refund = centavos * (0.1 + 0.5 * random());
      return centavos - (refund - (refund % PESO));
    }),
  },
  {
    name: 'whole-ticket-on-one-card',
    description: 'The client pays with two cards, and the till writes the total of the ticket on the coupon of one.',
    apply: rewriteAmount((centavos, random) => {
      const otherCard = Math.ceil((centavos * (0.3 + 1.2 * random())) / THOUSAND_PESOS) * THOUSAND_PESOS;
      return centavos + otherCard;
    }),
  },
  {
    name: 'tourist-vat-not-taken-off',
    description: 'A hotel charges a foreign card without VAT, and its system keeps the price of the room with VAT.',
    apply: rewriteAmount((centavos, _random, { cuotas, wallet_referencia }) => {
      // Foreign cards pay neither in instalments nor through wallets.
      if (readSeveralInstalments(cuotas) !== undefined || wallet_referencia) return undefined;
      return centavos * (1 + VAT);
    }),
  },
];
