import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { DISPOSITIONS, type Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, type Cupon, type CuponField } from '#domain/cupon.ts';
import type { SaleOfRow } from '#domain/finding.ts';
import type { ReportSource } from '#domain/report.ts';
import { parseMoney } from '#domain/money.ts';
import { getWidth } from '#workbook/write/measure.ts';
import { amountCell } from './amount-cell.ts';

/** Coupons and their amount in centavos. */
export interface Sum {
  cupones: number;
  importe: bigint;
}

export type ByDisposition = Readonly<Record<Disposition, Sum>>;

/** The results of one pass over the coupons: enough for the summary, and to know where every row of the workbook will be. */
export interface Tally {
  readonly total: ByDisposition;
  readonly porTarjeta: ReadonlyMap<string, ByDisposition>;
  readonly porEstablecimiento: ReadonlyMap<string, ByDisposition>;
  readonly porDia: ReadonlyMap<string, ByDisposition>;
  /** Whether some coupon has a sheet. */
  readonly withSheets: boolean;
  /** The fields that some coupon has. */
  readonly campos: ReadonlySet<CuponField>;
  readonly primeraVenta: CivilDate | null;
  readonly lastSale: CivilDate | null;
}

const emptyTally = (): ByDisposition => ({
  conciliado: { cupones: 0, importe: 0n },
  sin_conciliar: { cupones: 0, importe: 0n },
  no_informado: { cupones: 0, importe: 0n },
  existente: { cupones: 0, importe: 0n },
  rechazado: { cupones: 0, importe: 0n },
  no_enviado: { cupones: 0, importe: 0n },
});

/** The key of a missing value. It sorts last, and no value can be equal to it. */
const NO_VALUE = '(sin dato)';

const clave = {
  tarjeta: (cupon: Cupon): string =>
    cupon.tarjeta_desc ?? (cupon.tarjeta_id === undefined ? NO_VALUE : `Código ${cupon.tarjeta_id}`),
  establecimiento: (cupon: Cupon): string => cupon.establecimiento ?? NO_VALUE,
  dia: (cupon: Cupon): string => cupon.fecha_venta ?? NO_VALUE,
};

function addUp(por: Map<string, ByDisposition>, key: string, disposicion: Disposition, importe: bigint): void {
  const sum = por.get(key) ?? emptyTally();
  por.set(key, sum);
  add(sum[disposicion], importe);
}

function add(sum: Sum, importe: bigint): void {
  sum.cupones += 1;
  sum.importe += importe;
}

const sorted = (por: Map<string, ByDisposition>): Map<string, ByDisposition> =>
  new Map([...por].sort(([a], [b]) => Number(a === NO_VALUE) - Number(b === NO_VALUE) || a.localeCompare(b, 'es')));

/** Reads every coupon once and adds it up by disposition, card, establishment and day of sale. Memory grows with those, not with the rows. */
export function tally(source: ReportSource): Tally {
  const total = emptyTally();
  const porTarjeta = new Map<string, ByDisposition>();
  const porEstablecimiento = new Map<string, ByDisposition>();
  const porDia = new Map<string, ByDisposition>();
  const campos = new Set<CuponField>();
  let withSheets = false;
  for (const { cupon, disposicion, hoja = null } of source.cupones(DISPOSITIONS)) {
    withSheets ||= hoja !== null;
    const importe = BigInt(parseMoney(cupon.importe ?? '', 'sin-miles') ?? 0);
    add(total[disposicion], importe);
    addUp(porTarjeta, clave.tarjeta(cupon), disposicion, importe);
    addUp(porEstablecimiento, clave.establecimiento(cupon), disposicion, importe);
    addUp(porDia, clave.dia(cupon), disposicion, importe);
    for (const campo of FIELDS_IN_ORDER) if (cupon[campo] !== undefined) campos.add(campo);
  }
  const dias = [...porDia.keys()].flatMap((dia) => parseIsoDate(dia) ?? []).sort();
  return {
    total,
    porTarjeta: sorted(porTarjeta),
    porEstablecimiento: sorted(porEstablecimiento),
    porDia: sorted(porDia),
    withSheets,
    campos,
    primeraVenta: dias[0] ?? null,
    lastSale: dias.at(-1) ?? null,
  };
}

export interface Measured {
  readonly filas: number;
  /** The width of the widest amount of the sales. */
  readonly ancho: number;
}

/** Counts findings without keeping them, and measures their amounts. */
export function measure(filas: Iterable<{ readonly venta?: SaleOfRow }>): Measured {
  let [howMany, ancho] = [0, 0];
  for (const { venta } of filas) {
    howMany += 1;
    ancho = Math.max(ancho, getWidth(amountCell(venta?.importe), 'importe'));
  }
  return { filas: howMany, ancho };
}

export function count(filas: Iterable<unknown>): number {
  let howMany = 0;
  for (const _ of filas) howMany += 1;
  return howMany;
}
