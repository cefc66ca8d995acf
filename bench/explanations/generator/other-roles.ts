/** Roles for coupons that have no single operation of their own: not reported, too recent, returned, divided. */
import { fromDayNumber } from '#domain/civil-date.ts';
import { toCentavos } from '#domain/money.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import { formatAmount } from './fault.ts';
import { FAULT_MOTIVOS } from './faults.ts';
import { NOT_RECENT, type Pool } from './pool.ts';
import { isWallet, type Sale } from './sales.ts';

/** How many coupons without an operation have a neighbour's operation that is free. */
const NEIGHBOURS = 1400;

/** The number of days within which 95 of 100 sales of this card's processor are presented. */
function lagOf(sale: Sale): number {
  let left = 0.95;
  const { lag } = sale.card.processor;
  return lag.findIndex((share) => (left -= share) <= 1e-9);
}

/**
 * Adds coupons of returned sales. Mostly the operations no longer have the sale. If they still do, the coupon has another mistake too, because otherwise
 * it would match.
 */
export function addReturned(pool: Pool): void {
  const { random, shop, today, rechazos, removed, isReported, clean, take, write, drawCount, oneOf } = pool;
  const kinds = FAULT_MOTIVOS.get('COMPROBANTE_DISTINTO') ?? [];
  take(drawCount(), (sale) => {
    if (!isReported(sale) || isWallet(sale) || sale.importe < 0 || sale.presentation > today - 3) return false;
    const there = random.chance(0.4);
    const cupon = clean(sale);
    const kind = oneOf(kinds);
    const change = there ? kind?.apply(cupon, sale, random, shop) : {};
    if (change === undefined) return false;
    if (!there) removed.add(sale.id);
    rechazos.push(rechazoOf(sale, Math.min(today, sale.presentation + 2 + random.int(25)), rechazos.length));
    write(
      sale,
      { ...cupon, ...change },
      { motivo: 'DEVUELTA', truth: there ? [sale.id] : [], faults: there ? [kind?.name ?? ''] : [] },
    );
    return true;
  });
}

export function split(pool: Pool): void {
  const { random, removed, added, isReported, clean, take, write, drawCount } = pool;
  let oneCupon = true;
  take(drawCount(0.7), (sale) => {
    if (!isReported(sale) || isWallet(sale) || sale.importe < 20_000) return false;
    const cut = Math.round((sale.importe * (0.2 + 0.6 * random.next())) / 100) * 100;
    const other = String(Number(sale.comprobante) + 1).padStart(sale.comprobante.length, '0');
    const cupon = clean(sale);
    if (oneCupon) {
      removed.add(sale.id);
      const parts = [cut, sale.importe - cut].map((importe, i): Sale => ({
        ...sale,
        id: `${sale.id}${String(i + 1)}`,
        importe,
        comprobante: i === 0 ? sale.comprobante : other,
        autorizacion: i === 0 ? sale.autorizacion : String(random.int(900_000) + 100_000),
        arancel: Math.round((sale.arancel * importe) / sale.importe),
        costoFin: Math.round((sale.costoFin * importe) / sale.importe),
      }));
      added.push(...parts);
      write(sale, cupon, { motivo: 'DIVIDIDA', truth: parts.map(({ id }) => id) });
    } else {
      write(sale, { ...cupon, importe: formatAmount(cut) }, { motivo: 'DIVIDIDA', truth: [sale.id] });
      const second = { ...cupon, importe: formatAmount(sale.importe - cut), comprobante: other };
      write(sale, second, { motivo: 'DIVIDIDA', truth: [sale.id] });
    }
    oneCupon = !oneCupon;
    return true;
  });
}

export function addStructural(pool: Pool): void {
  const { random, today, missing, removed, isReported, isPlain, clean, take, write, drawCount } = pool;
  take(drawCount(4), (sale) => {
    if (!isReported(sale) || today - sale.day < NOT_RECENT) return false;
    removed.add(sale.id);
    write(sale, clean(sale), { motivo: 'SIN_OPERACION' });
    return true;
  });
  take(drawCount(), (sale) => {
    // Without a brand in the coupon, only rules that hold for every brand are certain.
    const cupon = clean(sale);
    const usual = lagOf(sale);
    const age = today - sale.day;
    const young = isPlain(sale) ? age <= 1 && usual > 1 : age < usual && cupon.tarjeta_desc !== undefined;
    if (!young || isReported(sale)) return false;
    write(sale, cupon, { motivo: 'MUY_RECIENTE' });
    return true;
  });
  take(drawCount(), (sale) => {
    if (!missing.has(sale.day)) return false;
    write(sale, clean(sale), { motivo: 'FUERA_DE_COBERTURA' });
    return true;
  });
  take(drawCount(), (sale) => {
    const cupon = clean(sale);
    if (!isReported(sale) || cupon.establecimiento === undefined) return false;
    removed.add(sale.id);
    const establecimiento = `399${String(10_000 + random.int(40))}`;
    write(sale, { ...cupon, establecimiento }, { motivo: 'COMERCIO_AJENO' });
    return true;
  });
  take(drawCount(), (sale) => {
    if (!isReported(sale)) return false;
    write(sale, clean(sale), { motivo: 'COINCIDE_SIN_CONCILIAR', truth: [sale.id] });
    return true;
  });
}

/** Adds coupons of sales that the processor never reported, although it reported the neighbouring sale, whose operation is free. */
export function addWithNeighbour(pool: Pool): void {
  const { random, sales, today, used, removed, isReported, clean, take, write } = pool;
  const neighbourOf = new Map<string, Sale>();
  for (const sale of sales) {
    if (sale.neighbourOf !== undefined) neighbourOf.set(sale.neighbourOf, sale);
  }
  take(NEIGHBOURS, (sale) => {
    const neighbour = neighbourOf.get(sale.id);
    if (neighbour === undefined || used.has(neighbour.id) || isWallet(sale) || isWallet(neighbour)) return false;
    if (!isReported(sale) || !isReported(neighbour) || today - sale.day < NOT_RECENT) return false;
    // Takes one of the two at random as the one that is not reported.
    const [lost, there] = random.chance(0.5) ? [sale, neighbour] : [neighbour, sale];
    removed.add(lost.id);
    used.add(there.id);
    write(lost, clean(lost), { motivo: 'SIN_OPERACION' });
    used.add(sale.id);
    return true;
  });
}

function rechazoOf(sale: Sale, day: number, number: number): Rechazo {
  const { reports } = sale.card.processor;
  return {
    id: String(900_000 + number),
    fecha: { fecha: fromDayNumber(day), hora: null },
    marca: sale.card.processor.marca,
    tarjeta: sale.card.tarjeta,
    establecimiento: sale.establecimiento,
    motivo: 'CONTRACARGO',
    descripcion: 'DESCONOCE LA COMPRA',
    importe: toCentavos(sale.importe),
    comercio: `Local ${String(sale.store + 1)}`,
    estado: 'APLICADO',
    lote: reports.lote ? sale.lote : '',
    comprobante: sale.comprobante,
    tarjeta_nro: sale.lastFour,
    rechazo: '',
    autorizacion: reports.authorisation ? sale.autorizacion : '',
    fecha_transferencia: null,
    fecha_presentacion: { fecha: fromDayNumber(sale.presentation), hora: null },
    extra: null,
  };
}
