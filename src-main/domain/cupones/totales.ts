/** How many coupons and how much they add up to, for one value of what they are grouped by. */
interface TotalDe {
  readonly clave: string;
  readonly cupones: number;
  /** Decimal text with a dot, "1234.50". */
  readonly importe: string;
}

/** What the wizard shows against the till (SCREENS.md, step 3), over the valid coupons. */
export interface Totales {
  readonly cupones: number;
  readonly importe: string;
  readonly porDia: readonly TotalDe[];
  readonly porTarjeta: readonly TotalDe[];
  /** A terminal's closing: `AAAA-MM-DD · terminal · lote`, for the coupons that have a lote. */
  readonly porCierre: readonly TotalDe[];
}

interface Sum {
  cupones: number;
  /** Centavos: a plain number while it is safe, carried into `whole` before it is not. */
  part: number;
  whole: bigint;
}

/** One amount is under 10^14 centavos, so that adding one to less than this is still exact. */
const CARRY_AT = 2 ** 52;

function add(sum: Sum, centavos: number): void {
  sum.cupones++;
  sum.part += centavos;
  if (sum.part > CARRY_AT || sum.part < -CARRY_AT) {
    sum.whole += BigInt(sum.part);
    sum.part = 0;
  }
}

function plain(sum: Sum): string {
  const cents = sum.whole + BigInt(sum.part);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const newSum = (): Sum => ({ cupones: 0, part: 0, whole: 0n });

/** The entry of a key, made when it is not there. */
function entry<T>(entries: Map<string, T>, clave: string, make: () => T): T {
  let found = entries.get(clave);
  if (found === undefined) entries.set(clave, (found = make()));
  return found;
}

const list = (sums: Iterable<readonly [string, Sum]>): readonly TotalDe[] =>
  [...sums]
    .map(([clave, sum]) => ({ clave, cupones: sum.cupones, importe: plain(sum) }))
    .sort((a, b) => (a.clave < b.clave ? -1 : a.clave > b.clave ? 1 : 0));

/** Day → terminal → lote: three short look-ups cost less than one key put together for every coupon. */
type Closings = Map<string, Map<string, Map<string, Sum>>>;

const closings = (byDay: Closings): [string, Sum][] =>
  [...byDay].flatMap(([fecha, terminals]) =>
    [...terminals].flatMap(([terminal, lots]) =>
      [...lots].map(([lote, sum]): [string, Sum] => [`${fecha} · ${terminal} · ${lote}`, sum]),
    ),
  );

interface CuponSumado {
  readonly fecha: string;
  readonly tarjeta: string;
  readonly terminal: string;
  readonly lote: string;
  readonly centavos: number;
}

export interface TotalesAcumulados {
  add(cupon: CuponSumado): void;
  result(): Totales;
}

export function createTotales(): TotalesAcumulados {
  const all = newSum();
  const byDay = new Map<string, Sum>();
  const byCard = new Map<string, Sum>();
  const byClosing: Closings = new Map();
  return {
    add({ fecha, tarjeta, terminal, lote, centavos }) {
      add(all, centavos);
      add(entry(byDay, fecha, newSum), centavos);
      add(entry(byCard, tarjeta, newSum), centavos);
      if (lote === '') return;
      const terminals = entry(byClosing, fecha, () => new Map<string, Map<string, Sum>>());
      add(
        entry(
          entry(terminals, terminal, () => new Map<string, Sum>()),
          lote,
          newSum,
        ),
        centavos,
      );
    },
    result: () => ({
      cupones: all.cupones,
      importe: plain(all),
      porDia: list(byDay),
      porTarjeta: list(byCard),
      porCierre: list(closings(byClosing)),
    }),
  };
}
