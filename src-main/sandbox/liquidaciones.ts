import { mezclar } from './azar.ts';
import { COMERCIOS, TARJETAS } from './catalogo.ts';
import { en } from './formato.ts';
import { diasDePeriodo, fechaDePeriodo, pagoDe, periodoDe, type Operaciones } from './operaciones.ts';
import { proporcion } from './proporcion.ts';

/** A settlement with its taxes. Days are day numbers, amounts whole centavos; what is deducted is positive. */
export interface Liquidacion {
  readonly fila: number;
  readonly id: number;
  readonly numero: string;
  readonly tipo: 'L' | 'C';
  readonly tarjeta: number;
  readonly comercio: number;
  readonly fecha: number;
  readonly pago: number;
  readonly recupero: number | null;
  readonly operaciones: number;
  readonly cashback: number;
  readonly facturado: {
    debito: number;
    credito: number;
    cuotas: number;
    descontado: number;
    otro: number;
    total: number;
  };
  readonly descontado: {
    arancel: number;
    promocion: number;
    impuesto: number;
    cuota: number;
    adelanto: number;
    otro: number;
    total: number;
  };
  readonly impuestos: Impuestos;
  readonly acreditado: number;
}

export interface Impuestos {
  readonly iva105: number;
  readonly iva21: number;
  readonly otros: number;
  readonly retIva: number;
  readonly retIibb: number;
  readonly retGanancias: number;
  readonly retOtros: number;
  readonly perIva: number;
  readonly perIibb: number;
  readonly perGanancias: number;
  readonly perOtros: number;
}

/** Ten-thousandths. Turnover tax depends on the province (`COMERCIOS.iibb`). */
export const TASAS = { iva105: 1050, iva21: 2100, retIva: 100, retGanancias: 50, perIva: 300 } as const;

interface Suma {
  debito: number;
  credito: number;
  cuotas: number;
  descontado: number;
  otro: number;
  arancel: number;
  costoFin: number;
  cantidad: number;
}
const sumaVacia = (): Suma => ({
  debito: 0,
  credito: 0,
  cuotas: 0,
  descontado: 0,
  otro: 0,
  arancel: 0,
  costoFin: 0,
  cantidad: 0,
});

const positivo = (n: number): number => Math.max(0, n);

export const totalImpuestos = (i: Impuestos): number => i.iva105 + i.iva21 + i.otros;
export const totalRetenciones = (i: Impuestos): number => i.retIva + i.retIibb + i.retGanancias + i.retOtros;
export const totalPercepciones = (i: Impuestos): number => i.perIva + i.perIibb + i.perGanancias + i.perOtros;

function impuestosDe(facturado: number, arancel: number, costo: number, comercio: number): Impuestos {
  const base = positivo(facturado);
  return {
    iva105: proporcion(positivo(costo), TASAS.iva105),
    iva21: proporcion(positivo(arancel), TASAS.iva21),
    otros: 0,
    retIva: proporcion(base, TASAS.retIva),
    retIibb: proporcion(base, COMERCIOS[comercio]?.iibb ?? 0),
    retGanancias: proporcion(base, TASAS.retGanancias),
    retOtros: 0,
    perIva: proporcion(positivo(arancel), TASAS.perIva),
    perIibb: 0,
    perGanancias: 0,
    perOtros: 0,
  };
}

/** Where a settlement stands: what it is of, and when. */
interface Lugar {
  readonly fila: number;
  readonly clave: number;
  readonly tarjeta: number;
  readonly comercio: number;
  readonly fecha: number;
}

function cerrar(lugar: Lugar, suma: Suma, semilla: number, cargo: number): Liquidacion {
  const { tarjeta, comercio, fecha } = lugar;
  const total = suma.debito + suma.credito + suma.cuotas + suma.descontado + suma.otro;
  const impuestos = impuestosDe(total, suma.arancel + cargo, suma.costoFin, comercio);
  const suerte = mezclar(semilla ^ 0x5eed, lugar.clave);
  const adelantada = suma.cantidad > 0 && total > 0 && suerte % 50 === 0;
  const descontado = {
    arancel: suma.arancel,
    promocion: suerte % 23 === 1 ? proporcion(positivo(total), 35) : 0,
    impuesto: totalImpuestos(impuestos) + totalRetenciones(impuestos) + totalPercepciones(impuestos),
    cuota: suma.costoFin,
    adelanto: adelantada ? proporcion(total, 120) : 0,
    otro: cargo,
    total: 0,
  };
  descontado.total =
    descontado.arancel +
    descontado.promocion +
    descontado.impuesto +
    descontado.cuota +
    descontado.adelanto +
    descontado.otro;
  const plazo = TARJETAS[tarjeta]?.plazo ?? 0;
  return {
    fila: lugar.fila,
    id: 300_000 + lugar.clave,
    numero: String(458_000 + lugar.clave).padStart(8, '0'),
    tipo: suma.cantidad === 0 ? 'C' : 'L',
    tarjeta,
    comercio,
    fecha,
    pago: pagoDe(fecha, plazo),
    recupero: adelantada ? fecha + 30 : null,
    operaciones: suma.cantidad,
    cashback: TARJETAS[tarjeta]?.clase === 'debito' && suerte % 7 === 0 ? 50_000 * (1 + (suerte % 5)) : 0,
    facturado: {
      debito: suma.debito,
      credito: suma.credito,
      cuotas: suma.cuotas,
      descontado: suma.descontado,
      otro: suma.otro,
      total,
    },
    descontado,
    impuestos,
    acreditado: total - descontado.total,
  };
}

/** Adds one sale to the sums of its settlement: refunds apart, debit, credit in one payment, in instalments, the rest. */
function sumar(suma: Suma, ops: Operaciones, i: number): void {
  const importe = en(ops.importe, i);
  const clase = TARJETAS[en(ops.tarjeta, i)]?.clase;
  if (importe < 0) suma.descontado += importe;
  else if (clase === 'debito') suma.debito += importe;
  else if (clase === 'otro') suma.otro += importe;
  else if (en(ops.cuotas, i) > 1) suma.cuotas += importe;
  else suma.credito += importe;
  suma.arancel += en(ops.arancel, i);
  suma.costoFin += en(ops.costoFin, i);
  suma.cantidad++;
}

interface Liquidadas {
  /** In order of date; a row's `fila` is its index. */
  readonly liquidaciones: readonly Liquidacion[];
  /** Rows of operations, settlement after settlement. */
  readonly filas: Int32Array;
  /** Where the operations of a settlement begin in `filas`; one more entry than settlements. */
  readonly inicio: Int32Array;
}

/** The monthly charge of a terminal: a settlement without operations, which `liquidaciones/conciliadas` leaves out. */
const CARGO_MENSUAL = 1_850_000;

/**
 * Closes every period that ended before `hoy`: one settlement per period, shop and card with sales, and one charge per shop every four
 * weeks. Writes each sale's settlement into `ops.liquidacion`.
 */
export function liquidar(
  ops: Operaciones,
  ventana: { desde: number; hoy: number; total: number; semilla: number },
): Liquidadas {
  const dias = diasDePeriodo(ventana.total);
  const primero = periodoDe(ventana.desde, dias);
  const combinaciones = COMERCIOS.length * (TARJETAS.length + 1);
  const periodos = periodoDe(ventana.hoy, dias) - primero + 1;
  const cerrados = Array.from({ length: periodos }, (_, p) => p).filter(
    (p) => fechaDePeriodo(primero + p, dias) <= ventana.hoy,
  ).length;
  const sumas: (Suma | undefined)[] = Array<Suma | undefined>(cerrados * combinaciones).fill(undefined);
  const lugarDe = (periodo: number, comercio: number, tarjeta: number): number =>
    (periodo - primero) * combinaciones + comercio * (TARJETAS.length + 1) + tarjeta;

  for (let i = 0; i < ops.cantidad; i++) {
    const lugar = lugarDe(periodoDe(en(ops.presentacion, i), dias), en(ops.comercio, i), en(ops.tarjeta, i));
    if (lugar >= sumas.length) continue;
    sumar((sumas[lugar] ??= sumaVacia()), ops, i);
    ops.liquidacion[i] = lugar;
  }
  const porCargo = dias === 1 ? 28 : 4;
  const liquidaciones: Liquidacion[] = [];
  const filaDe = new Int32Array(sumas.length).fill(-1);
  for (let p = 0; p < cerrados; p++) {
    const periodo = primero + p;
    for (let c = 0; c < COMERCIOS.length; c++) {
      for (let t = 0; t <= TARJETAS.length; t++) {
        const lugar = lugarDe(periodo, c, t);
        const deCargo = t === TARJETAS.length;
        const suma = deCargo && periodo % porCargo === 0 ? sumaVacia() : sumas[lugar];
        if (suma === undefined) continue;
        filaDe[lugar] = liquidaciones.length;
        // The key counts periods from a fixed point, so that tomorrow a settlement has the same id.
        const clave = (periodo - Math.floor(18_000 / dias)) * combinaciones + c * (TARJETAS.length + 1) + t;
        const fecha = fechaDePeriodo(periodo, dias);
        const donde = { fila: liquidaciones.length, clave, tarjeta: deCargo ? 0 : t, comercio: c, fecha };
        liquidaciones.push(cerrar(donde, suma, ventana.semilla, deCargo ? CARGO_MENSUAL : 0));
      }
    }
  }
  return { liquidaciones, ...agrupar(ops, filaDe, liquidaciones.length) };
}

/** Counting sort of the settled operations by settlement; turns the places in `ops.liquidacion` into rows of settlements. */
function agrupar(ops: Operaciones, filaDe: Int32Array, cuantas: number): { filas: Int32Array; inicio: Int32Array } {
  const inicio = new Int32Array(cuantas + 1);
  for (let i = 0; i < ops.cantidad; i++) {
    const lugar = en(ops.liquidacion, i);
    if (lugar < 0) continue;
    const fila = en(filaDe, lugar);
    ops.liquidacion[i] = fila;
    inicio[fila + 1] = en(inicio, fila + 1) + 1;
  }
  for (let fila = 0; fila < cuantas; fila++) inicio[fila + 1] = en(inicio, fila + 1) + en(inicio, fila);
  const siguiente = inicio.slice();
  const filas = new Int32Array(en(inicio, cuantas));
  for (let i = 0; i < ops.cantidad; i++) {
    const fila = en(ops.liquidacion, i);
    if (fila < 0) continue;
    filas[en(siguiente, fila)] = i;
    siguiente[fila] = en(siguiente, fila) + 1;
  }
  return { filas, inicio };
}
