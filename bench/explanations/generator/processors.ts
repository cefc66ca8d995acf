/** What a processor reports, and how long it takes. */
export interface Processor {
  readonly marca: string;
  /** Which share of sales is presented 0, 1, 2, 3… days later. */
  readonly lag: readonly number[];
  /** Days between presentation and payment. */
  readonly payment: number;
  readonly reports: {
    readonly time: boolean;
    readonly bin: boolean;
    readonly terminal: boolean;
    readonly lote: boolean;
    readonly authorisation: boolean;
  };
  /** True if authorisation codes of this processor have letters. */
  readonly letters: boolean;
}

export interface Card {
  readonly tarjeta: string;
  /** How tills name this card in `tarjeta_desc`, and by which number. */
  readonly written: readonly string[];
  readonly number: number;
  readonly processor: Processor;
  readonly weight: number;
  readonly credit: boolean;
  readonly bins: readonly number[];
  /** The fee, in ten-thousandths of the sale. */
  readonly fee: number;
}

const PRISMA: Processor = {
  marca: 'PRISMA',
  lag: [0.82, 0.15, 0.02, 0.01],
  payment: 10,
  reports: { time: true, bin: true, terminal: true, lote: true, authorisation: true },
  letters: false,
};
const FISERV: Processor = {
  marca: 'FISERV',
  lag: [0.3, 0.5, 0.12, 0.08],
  payment: 8,
  reports: { time: false, bin: true, terminal: true, lote: true, authorisation: true },
  letters: true,
};
const AMEX: Processor = {
  marca: 'AMEX',
  lag: [0.05, 0.4, 0.3, 0.15, 0.1],
  payment: 12,
  reports: { time: false, bin: false, terminal: false, lote: true, authorisation: true },
  letters: false,
};
const CABAL: Processor = {
  marca: 'CABAL',
  lag: [0.1, 0.5, 0.2, 0.12, 0.08],
  payment: 15,
  reports: { time: false, bin: false, terminal: true, lote: true, authorisation: false },
  letters: false,
};
const NARANJA: Processor = {
  marca: 'NARANJA',
  lag: [0.5, 0.25, 0.1, 0.08, 0.07],
  payment: 20,
  reports: { time: true, bin: true, terminal: false, lote: false, authorisation: true },
  letters: false,
};

/** A wallet: its sales have a reference instead of card and voucher. */
const WALLET: Processor = {
  marca: 'BILLETERA SUR',
  lag: [0.9, 0.1],
  payment: 2,
  reports: { time: true, bin: false, terminal: false, lote: false, authorisation: false },
  letters: false,
};

export const CARDS: readonly Card[] = [
  { tarjeta: 'VISA CREDITO', written: ['VISA', 'Visa Crédito', 'VISA CRED'], number: 1, processor: PRISMA, weight: 27, credit: true, bins: [450799, 454775, 400276, 477051, 421738], fee: 180 },
  { tarjeta: 'VISA DEBITO', written: ['VISA DEBITO', 'Visa Débito', 'ELECTRON'], number: 2, processor: PRISMA, weight: 25, credit: false, bins: [451761, 400448, 476520, 434540], fee: 80 },
  { tarjeta: 'MASTERCARD', written: ['MASTERCARD', 'Master', 'MC'], number: 3, processor: FISERV, weight: 18, credit: true, bins: [515070, 525823, 542702, 557039], fee: 180 },
  { tarjeta: 'MASTERCARD DEBITO', written: ['MAESTRO', 'MC DEBITO', 'Master Débito'], number: 4, processor: FISERV, weight: 14, credit: false, bins: [589562, 501041, 504338], fee: 80 },
  { tarjeta: 'AMEX', written: ['AMEX', 'American Express', 'AMERICAN'], number: 5, processor: AMEX, weight: 5, credit: true, bins: [376411, 377752], fee: 300 },
  { tarjeta: 'CABAL', written: ['CABAL', 'Cabal', 'CABAL 24'], number: 6, processor: CABAL, weight: 5, credit: true, bins: [604244, 589657], fee: 200 },
  { tarjeta: 'CUENTA', written: ['BILLETERA', 'Billetera Sur', 'QR'], number: 8, processor: WALLET, weight: 5, credit: false, bins: [], fee: 80 },
  { tarjeta: 'NARANJA', written: ['NARANJA', 'Naranja X', 'TJ NARANJA'], number: 7, processor: NARANJA, weight: 6, credit: true, bins: [589562, 402917], fee: 250 },
]; // prettier-ignore
