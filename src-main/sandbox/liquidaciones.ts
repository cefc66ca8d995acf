import {
  mix,
  takeProportion,
  valueAt,
  getPeriodDays,
  getPeriodDate,
  getPaymentDay,
  periodOf,
  type Operaciones,
} from './operaciones.ts';
import { COMERCIOS, TARJETAS } from './catalogue.ts';

/** Tax rates in ten-thousandths. The turnover tax depends on the province (`COMERCIOS.iibb`). */
export const RATES = { iva105: 1050, iva21: 2100, retIva: 100, retGanancias: 50, perIva: 300 } as const;

const createEmptySum = () => ({
  debito: 0,
  credito: 0,
  cuotas: 0,
  discounted: 0,
  otro: 0,
  arancel: 0,
  costoFin: 0,
  cantidad: 0,
});
type Sum = ReturnType<typeof createEmptySum>;

const clampToZero = (n: number): number => Math.max(0, n);

export const addUpImpuestos = (i: Impuestos): number => i.iva105 + i.iva21;
export const sumRetenciones = (i: Impuestos): number => i.retIva + i.retIibb + i.retGanancias;

function computeImpuestos(invoiced: number, fee: number, cost: number, comercio: number) {
  const base = clampToZero(invoiced);
  return {
    iva105: takeProportion(clampToZero(cost), RATES.iva105),
    iva21: takeProportion(clampToZero(fee), RATES.iva21),
    retIva: takeProportion(base, RATES.retIva),
    retIibb: takeProportion(base, COMERCIOS[comercio]?.iibb ?? 0),
    retGanancias: takeProportion(base, RATES.retGanancias),
    perIva: takeProportion(clampToZero(fee), RATES.perIva),
  };
}
export type Impuestos = ReturnType<typeof computeImpuestos>;

interface Window {
  readonly desde: number;
  readonly hoy: number;
  readonly total: number;
  readonly semilla: number;
  readonly holidays: ReadonlySet<number>;
}

interface Place {
  readonly fila: number;
  readonly clave: number;
  readonly tarjeta: number;
  readonly comercio: number;
  readonly fecha: number;
}

export type Liquidacion = ReturnType<typeof closeLiquidacion>;
/** Makes a settlement with its taxes from the sums of its sales. Days are day numbers; amounts are centavos; deductions are positive. */
function closeLiquidacion(place: Place, sum: Sum, { semilla, holidays }: Window, cargo: number) {
  const { tarjeta, comercio, fecha } = place;
  const { debito, credito, cuotas, discounted: returned, otro } = sum;
  const total = debito + credito + cuotas + returned + otro;
  const impuestos = computeImpuestos(total, sum.arancel + cargo, sum.costoFin, comercio);
  const luck = mix(semilla ^ 0x5eed, place.clave);
  const isAdvanced = sum.cantidad > 0 && total > 0 && luck % 50 === 0;
  const parts = {
    arancel: sum.arancel,
    promotion: luck % 23 === 1 ? takeProportion(clampToZero(total), 35) : 0,
    impuesto: addUpImpuestos(impuestos) + sumRetenciones(impuestos) + impuestos.perIva,
    instalment: sum.costoFin,
    adelanto: isAdvanced ? takeProportion(total, 120) : 0,
    otro: cargo,
  };
  const discounted = { ...parts, total: Object.values(parts).reduce((a, b) => a + b) };
  const term = TARJETAS[tarjeta]?.plazo ?? 0;
  return {
    fila: place.fila,
    id: 300_000 + place.clave,
    numero: String(458_000 + place.clave).padStart(8, '0'),
    tipo: sum.cantidad === 0 ? ('C' as const) : ('L' as const),
    tarjeta,
    comercio,
    fecha,
    pago: getPaymentDay(fecha, term, holidays),
    recovered: isAdvanced ? fecha + 30 : null,
    operaciones: sum.cantidad,
    cashback: TARJETAS[tarjeta]?.clase === 'debito' && luck % 7 === 0 ? 50_000 * (1 + (luck % 5)) : 0,
    invoiced: { debito, credito, cuotas, discounted: returned, otro, total },
    discounted,
    impuestos,
    acreditado: total - discounted.total,
  };
}

/** Adds a sale to the sums of its settlement, each kind by itself: refunds, debit, credit in one payment, credit in instalments, other cards. */
function addUp(sum: Sum, ops: Operaciones, i: number): void {
  const importe = valueAt(ops.importe, i);
  const kind = TARJETAS[valueAt(ops.tarjeta, i)]?.clase;
  if (importe < 0) sum.discounted += importe;
  else if (kind === 'debito') sum.debito += importe;
  else if (kind === 'otro') sum.otro += importe;
  else if (valueAt(ops.cuotas, i) > 1) sum.cuotas += importe;
  else sum.credito += importe;
  sum.arancel += valueAt(ops.fee, i);
  sum.costoFin += valueAt(ops.financing, i);
  sum.cantidad++;
}

/** Sorts the rows below `count` by key (from 0 to below `keys`). Leaves out rows with a negative key. `starts`: where the rows of each key begin. */
function groupRows(count: number, keys: number, keyOf: (row: number) => number) {
  const starts = new Int32Array(keys + 1);
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    if (key >= 0) starts[key + 1] = valueAt(starts, key + 1) + 1;
  }
  for (let key = 0; key < keys; key++) starts[key + 1] = valueAt(starts, key + 1) + valueAt(starts, key);
  const next = starts.slice();
  const rows = new Int32Array(valueAt(starts, keys));
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    if (key < 0) continue;
    const place = valueAt(next, key);
    rows[place] = row;
    next[key] = place + 1;
  }
  return { rows, starts };
}

/** What a shop pays for its terminal every four weeks. The charge is a settlement without operations, so `liquidaciones/conciliadas` leaves it out. */
const TERMINAL_CHARGE = 1_850_000;

/** Makes the settlements of ended periods: one per shop and card with sales, and every four weeks a charge per shop. Sets `ops.liquidacion` of each sale. */
export function settle(ops: Operaciones, window: Window) {
  const days = getPeriodDays(window.total);
  const first = periodOf(window.desde, days);
  const combinations = COMERCIOS.length * (TARJETAS.length + 1);
  const periods = periodOf(window.hoy, days) - first + 1;
  const closed = Array.from({ length: periods }, (_, p) => p).filter(
    (p) => getPeriodDate(first + p, days) <= window.hoy,
  ).length;
  const sums: (Sum | undefined)[] = Array<Sum | undefined>(closed * combinations).fill(undefined);
  const placeOf = (period: number, comercio: number, tarjeta: number): number =>
    (period - first) * combinations + comercio * (TARJETAS.length + 1) + tarjeta;

  for (let i = 0; i < ops.count; i++) {
    const place = placeOf(periodOf(valueAt(ops.presented, i), days), valueAt(ops.comercio, i), valueAt(ops.tarjeta, i));
    if (place >= sums.length) continue;
    addUp((sums[place] ??= createEmptySum()), ops, i);
    ops.liquidacion[i] = place;
  }
  const perCharge = days === 1 ? 28 : 4;
  const liquidaciones: Liquidacion[] = [];
  const rowOf = new Int32Array(sums.length).fill(-1);
  for (let p = 0; p < closed; p++) {
    const period = first + p;
    for (let c = 0; c < COMERCIOS.length; c++) {
      for (let t = 0; t <= TARJETAS.length; t++) {
        const place = placeOf(period, c, t);
        const deCargo = t === TARJETAS.length;
        const sum = deCargo && period % perCharge === 0 ? createEmptySum() : sums[place];
        if (sum === undefined) continue;
        rowOf[place] = liquidaciones.length;
        // Number periods from a fixed day, so that a settlement keeps its id when the window moves on.
        const key = (period - Math.floor(18_000 / days)) * combinations + c * (TARJETAS.length + 1) + t;
        const date = getPeriodDate(period, days);
        const where = { fila: liquidaciones.length, clave: key, tarjeta: deCargo ? 0 : t, comercio: c, fecha: date };
        liquidaciones.push(closeLiquidacion(where, sum, window, deCargo ? TERMINAL_CHARGE : 0));
      }
    }
  }
  for (let i = 0; i < ops.count; i++) {
    const place = valueAt(ops.liquidacion, i);
    if (place >= 0) ops.liquidacion[i] = valueAt(rowOf, place);
  }
  return { liquidaciones, ...groupRows(ops.count, liquidaciones.length, (i) => valueAt(ops.liquidacion, i)) };
}
