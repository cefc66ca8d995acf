import { fromDayNumber, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { toCentavos } from '#domain/money.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { CARDS, type Card } from './processors.ts';
import type { Profile } from './profiles.ts';
import { drawPoisson, type Random } from './random.ts';

/** A sale as it happened. The till and the processor each report a part of this. */
export interface Sale {
  readonly id: string;
  readonly day: number;
  readonly time: string;
  readonly presentation: number;
  readonly store: number;
  readonly card: Card;
  readonly establecimiento: string;
  readonly terminal: string;
  readonly lote: string;
  readonly comprobante: string;
  readonly lastFour: string;
  readonly bin: string;
  readonly cuotas: number;
  readonly importe: number;
  readonly autorizacion: string;
  /** Reference of a wallet sale; empty for a card. */
  readonly referencia: string;
  readonly arancel: number;
  readonly costoFin: number;
  /** The earlier sale with the same card, day and amount; undefined for most. */
  readonly twinOf: string | undefined;
  /** The sale just before, to another customer, with the same terminal, lote, day and amount and the voucher before; undefined for most. */
  readonly neighbourOf: string | undefined;
}

export const isWallet = (sale: Sale): boolean => sale.referencia !== '';

interface Customer {
  readonly card: Card;
  readonly bin: string;
  readonly lastFour: string;
}

interface Terminal {
  readonly store: number;
  readonly number: number;
  lote: number;
  voucher: number;
}

const FINANCING: Readonly<Record<number, number>> = { 1: 0, 3: 640, 6: 1180, 12: 2090 };
const BY_WEEKDAY = [0.6, 0.85, 0.95, 1, 1.1, 1.3, 1.2] as const;
const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const drawDigits = (random: Random, count: number): string => String(random.int(10 ** count)).padStart(count, '0');
const takeShare = (amount: number, tenThousandths: number): number => Math.round((amount * tenThousandths) / 10_000);

function createCustomer(random: Random): Customer {
  const card = CARDS[random.weighted(CARDS.map((c) => c.weight))] ?? random.pick(CARDS);
  const bin = card.bins.length === 0 ? '' : String(random.pick(card.bins));
  return { card, bin, lastFour: card.bins.length === 0 ? '' : drawDigits(random, 4) };
}

/** Picks a regular customer; those at the start of the list are picked more often. */
const regularOf = (random: Random, regulars: readonly Customer[]): Customer =>
  regulars[Math.floor(regulars.length * random.next() ** 2)] ?? random.pick(regulars);

export interface SalesOptions {
  readonly profile: Profile;
  readonly random: Random;
  /** The first day with sales; below, the number of days. */
  readonly from: CivilDate;
  readonly days: number;
  /** Share of sales followed on the same terminal by one of the same amount to another customer. */
  readonly neighbours: number;
}

/** The sales of a shop, by day and then by voucher of a terminal. Generated one at a time, so that the caller keeps only those that it needs. */
export function* simulateSales({ profile, random, from, days, neighbours }: SalesOptions): Generator<Sale> {
  const regulars = Array.from({ length: profile.regulars.count }, () => createCustomer(random));
  const modulus = 10 ** profile.vouchers.digits;
  const terminals = Array.from({ length: profile.stores }, (_, store) => {
    const [fewest, most] = profile.terminalsPerStore;
    return Array.from({ length: fewest + random.int(most - fewest + 1) }, (): Terminal => ({
      store,
      number: 200 + random.int(700),
      lote: 1 + random.int(900),
      voucher: 1 + random.int(modulus - 1),
    }));
  }).flat();
  const busy = terminals.map(() => 0.5 + random.next());
  const busiest = busy.reduce((sum, value) => sum + value, 0);
  const first = toDayNumber(from);
  let id = 7_000_000 + random.int(1_000_000);

  const sell = (
    terminal: Terminal,
    day: number,
    second: number,
    who: Customer,
    amount: number,
    twinOf?: Sale,
  ): Sale => {
    const { card } = who;
    const wallet = card.bins.length === 0;
    terminal.voucher = terminal.voucher + 1 >= modulus ? 1 : terminal.voucher + 1;
    const cuotas =
      twinOf?.cuotas ?? (card.credit && random.chance(profile.instalments) ? random.pick([3, 3, 3, 6, 6, 12]) : 1);
    const { processor } = card;
    const time = [second / 3600, (second / 60) % 60, second % 60].map((n) => String(Math.floor(n)).padStart(2, '0'));
    id += 1 + random.int(3);
    return {
      id: String(id),
      day,
      time: time.join(':'),
      presentation: day + random.weighted(processor.lag),
      store: terminal.store,
      card,
      establecimiento: establishmentOf(terminal.store, card),
      terminal: `2${String(terminal.number).padStart(4, '0')}${String(processor.marca.length).padStart(2, '0')}${String(terminal.store)}`,
      lote: String(terminal.lote).padStart(4, '0'),
      comprobante: wallet ? '' : String(terminal.voucher).padStart(profile.vouchers.digits, '0'),
      lastFour: who.lastFour,
      bin: who.bin,
      cuotas,
      importe: amount,
      autorizacion: wallet ? '' : drawAuthorisation(random, processor.letters),
      referencia: wallet ? `6${drawDigits(random, 10)}` : '',
      arancel: takeShare(amount, card.fee),
      costoFin: takeShare(amount, FINANCING[cuotas] ?? 0),
      twinOf: twinOf?.id,
      neighbourOf: undefined,
    };
  };

  for (let day = first; day < first + days; day++) {
    const mood = (BY_WEEKDAY[(day + 4) % 7] ?? 1) * (1 + 0.08 * random.normal());
    for (const [i, terminal] of terminals.entries()) {
      terminal.lote = terminal.lote >= 999 ? 1 : terminal.lote + 1;
      if (profile.vouchers.eachLote) terminal.voucher = 0;
      const count = drawPoisson(random, (profile.salesPerDay * mood * (busy[i] ?? 1)) / busiest);
      const seconds = Array.from({ length: count }, () => 30_000 + random.int(50_000)).sort((a, b) => a - b);
      for (const second of seconds) {
        const who = random.chance(profile.regulars.share) ? regularOf(random, regulars) : createCustomer(random);
        const amount = profile.price(random) * (random.chance(0.008) ? -1 : 1);
        const sale = sell(terminal, day, second, who, amount);
        yield sale;
        if (random.chance(profile.twins)) yield sell(terminal, day, second + 60 + random.int(1800), who, amount, sale);
        else if (neighbours > 0 && random.chance(neighbours))
          yield { ...sell(terminal, day, second + 60, createCustomer(random), amount), neighbourOf: sale.id };
      }
    }
  }
}

/** The number that a processor gives to a store. */
const establishmentOf = (store: number, card: Card): string =>
  String(30_000_000 + store * 1000 + CARDS.findIndex((c) => c.processor.marca === card.processor.marca) * 37 + 112);

const drawAuthorisation = (random: Random, letters: boolean): string =>
  letters ? Array.from({ length: 6 }, () => random.pick([...LETTERS])).join('') : drawDigits(random, 6);

/** The sale as the processor reports it. */
export function operacionOf(sale: Sale): Operacion {
  const { processor } = sale.card;
  const { reports } = processor;
  const payment = sale.presentation + processor.payment;
  const settlement = `${processor.marca}-${sale.establecimiento}-${String(sale.presentation)}`;
  return {
    id: sale.id,
    fecha_venta: { fecha: fromDayNumber(sale.day), hora: reports.time ? sale.time : null },
    fecha_presentacion: fromDayNumber(sale.presentation),
    tarjeta: sale.card.tarjeta,
    marca: processor.marca,
    establecimiento: sale.establecimiento,
    terminal: reports.terminal ? sale.terminal : '',
    lote: reports.lote ? sale.lote : '',
    comprobante: sale.comprobante,
    tarjeta_nro: sale.lastFour,
    cuotas: String(sale.cuotas),
    importe: toCentavos(sale.importe),
    comercio: `Local ${String(sale.store + 1)}`,
    fecha_pago: fromDayNumber(payment),
    autorizacion: reports.authorisation ? sale.autorizacion : '',
    nro_liquidacion: settlement,
    liquidaciones_id: settlement,
    bin: reports.bin ? sale.bin : '',
    plan: null,
    arancel: toCentavos(sale.arancel),
    tna: null,
    costo_fin: toCentavos(sale.costoFin),
    billetera: isWallet(sale) ? 'SUR' : '',
    referencia: sale.referencia,
    acreditada: null,
    extra: null,
  };
}
