/** Brands and kinds of cards, as words. */
const CARDS =
  'visa|mastercard|master|maestro|amex|american|cabal|naranja|diners|discover|jcb|electron|unionpay|argencard';
/** Words that name a card (docs/coupons.md, "Card numbers"). */
const CARD_WORDS = `${CARDS}|tarjetas?|tarj|tj|tjta|tc|td|cards?|credito|debito|credit|debit|plasticos?|pan`;
/** Words that name a payment. */
const PAYMENT_WORDS =
  'pagos?|pagar|pague|pagan|paga|pagado|pagada|pagaron|pagamos|abono|abonos|abonado|abonada|abonan|abonaron|cobros?|cobrar|cobrado|cobrada|cobranzas?|cuotas?|payments?|paid|pay|pays|charged?';

const NAMES_ONE = new RegExp(`(?<!\\p{L})(?:${CARD_WORDS}|${PAYMENT_WORDS})(?![\\p{L}])`, 'u');
const BRAND_BEFORE = new RegExp(`^(?:(?:${CARDS}|tarjeta|tarj|credito|debito)[\\s.:-]+)+`, 'u');
const NAMES_A_CARD = new RegExp(`(?:^| )(?:tarjeta|pan|${CARDS})(?: |$)`);

/** The text in lower case, without accents and invisible characters. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();

/** Whether some word of a text names a card or a payment. */
export const namesCardOrPayment = (text: string): boolean => NAMES_ONE.test(foldText(text));

/** Whether a header (its `keyOfHeader`) names a card. In such a column, every value that looks like a card number is one. */
export const doesHeaderNameCard = (key: string): boolean => NAMES_A_CARD.test(key);

/** The text in lower case, without the brand at its beginning ("VISA **** 2694"). */
export const cutAfterBrand = (text: string): string => foldText(text).replace(BRAND_BEFORE, '');
