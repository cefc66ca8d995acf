import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { DISPOSICIONES, type Disposicion } from '#domain/conciliacion.ts';
import { CAMPOS_EN_ORDEN, type Cupon, type CuponCampo } from '#domain/cupon.ts';
import type { SaleOfRow } from '#domain/hallazgo.ts';
import type { InformeFuente } from '#domain/informe.ts';
import { parseMoney } from '#domain/money.ts';
import { getWidth } from '#workbook/write/measure.ts';
import { amountCell } from './amount-cell.ts';

/** Coupons and their amount in centavos. */
export interface Suma {
  cupones: number;
  importe: bigint;
}

export type PorDisposicion = Readonly<Record<Disposicion, Suma>>;

/** What one pass over the coupons tells: enough for the summary, and for where every row of the workbook will be. */
export interface Tally {
  readonly total: PorDisposicion;
  readonly porTarjeta: ReadonlyMap<string, PorDisposicion>;
  readonly porEstablecimiento: ReadonlyMap<string, PorDisposicion>;
  readonly porDia: ReadonlyMap<string, PorDisposicion>;
  /** Some coupon says its sheet. */
  readonly withSheets: boolean;
  /** The fields that some coupon has. */
  readonly campos: ReadonlySet<CuponCampo>;
  readonly primeraVenta: CivilDate | null;
  readonly ultimaVenta: CivilDate | null;
}

const vacia = (): PorDisposicion => ({
  conciliado: { cupones: 0, importe: 0n },
  sin_conciliar: { cupones: 0, importe: 0n },
  no_informado: { cupones: 0, importe: 0n },
  existente: { cupones: 0, importe: 0n },
  rechazado: { cupones: 0, importe: 0n },
  no_enviado: { cupones: 0, importe: 0n },
});

/** The key of what has no value: sorts last, and cannot be taken for a value. */
const SIN_DATO = '(sin dato)';

const clave = {
  tarjeta: (cupon: Cupon): string =>
    cupon.tarjeta_desc ?? (cupon.tarjeta_id === undefined ? SIN_DATO : `Código ${cupon.tarjeta_id}`),
  establecimiento: (cupon: Cupon): string => cupon.establecimiento ?? SIN_DATO,
  dia: (cupon: Cupon): string => cupon.fecha_venta ?? SIN_DATO,
};

function sumar(por: Map<string, PorDisposicion>, llave: string, disposicion: Disposicion, importe: bigint): void {
  const suma = por.get(llave) ?? vacia();
  por.set(llave, suma);
  agregar(suma[disposicion], importe);
}

function agregar(suma: Suma, importe: bigint): void {
  suma.cupones += 1;
  suma.importe += importe;
}

const ordenado = (por: Map<string, PorDisposicion>): Map<string, PorDisposicion> =>
  new Map([...por].sort(([a], [b]) => Number(a === SIN_DATO) - Number(b === SIN_DATO) || a.localeCompare(b, 'es')));

/** Reads every coupon once and adds it up by disposition, card, establishment and day of sale; memory grows with those, not with rows. */
export function tally(fuente: InformeFuente): Tally {
  const total = vacia();
  const porTarjeta = new Map<string, PorDisposicion>();
  const porEstablecimiento = new Map<string, PorDisposicion>();
  const porDia = new Map<string, PorDisposicion>();
  const campos = new Set<CuponCampo>();
  let withSheets = false;
  for (const { cupon, disposicion, hoja = null } of fuente.cupones(DISPOSICIONES)) {
    withSheets ||= hoja !== null;
    const importe = BigInt(parseMoney(cupon.importe ?? '', 'sin-miles') ?? 0);
    agregar(total[disposicion], importe);
    sumar(porTarjeta, clave.tarjeta(cupon), disposicion, importe);
    sumar(porEstablecimiento, clave.establecimiento(cupon), disposicion, importe);
    sumar(porDia, clave.dia(cupon), disposicion, importe);
    for (const campo of CAMPOS_EN_ORDEN) if (cupon[campo] !== undefined) campos.add(campo);
  }
  const dias = [...porDia.keys()].flatMap((dia) => parseIsoDate(dia) ?? []).sort();
  return {
    total,
    porTarjeta: ordenado(porTarjeta),
    porEstablecimiento: ordenado(porEstablecimiento),
    porDia: ordenado(porDia),
    withSheets,
    campos,
    primeraVenta: dias[0] ?? null,
    ultimaVenta: dias.at(-1) ?? null,
  };
}

export interface Measured {
  readonly filas: number;
  /** The width that the widest amount of their sales needs. */
  readonly ancho: number;
}

/** Counts findings without keeping them, and measures the amounts that they show. */
export function measure(filas: Iterable<{ readonly venta?: SaleOfRow }>): Measured {
  let [cuantas, ancho] = [0, 0];
  for (const { venta } of filas) {
    cuantas += 1;
    ancho = Math.max(ancho, getWidth(amountCell(venta?.importe), 'importe'));
  }
  return { filas: cuantas, ancho };
}

/** Counts an iterable without keeping it. */
export function count(filas: Iterable<unknown>): number {
  let cuantas = 0;
  for (const _ of filas) cuantas += 1;
  return cuantas;
}
