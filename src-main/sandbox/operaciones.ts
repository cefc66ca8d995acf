import { crearAzar, mezclar } from './azar.ts';
import { COMERCIOS, MARCA_BILLETERA, MARCAS_CON_HORA, TARJETAS } from './catalogo.ts';
import { en } from './formato.ts';
import { proporcion } from './proporcion.ts';

/**
 * Sales, one column per field: a million of them are 60 MB. Days are numbers since 1970-01-01, amounts whole centavos.
 * The sales of a day depend on the seed, the day and their number within it, never on "today": tomorrow the same world is one day
 * longer, and a workbook made from it keeps matching.
 */
export class Operaciones {
  /** Rows in use; the arrays may be longer. */
  cantidad = 0;
  dia: Int32Array;
  /** Second of the day, −1 when the processor does not report the time. */
  segundo: Int32Array;
  presentacion: Int32Array;
  pago: Int32Array;
  /** Number within its day: with the day it makes the id. */
  orden: Int32Array;
  tarjeta: Uint8Array;
  comercio: Uint8Array;
  terminal: Uint8Array;
  comprobante: Int32Array;
  tarjetaNro: Uint16Array;
  bin: Int32Array;
  cuotas: Uint8Array;
  /** Negative in a refund. */
  importe: Int32Array;
  arancel: Int32Array;
  costoFin: Int32Array;
  autorizacion: Int32Array;
  billetera: Uint8Array;
  /** Wallet reference, 11 digits; 0 without one. */
  referencia: Float64Array;
  /** Row of the settlement, −1 while there is none. */
  liquidacion: Int32Array;

  constructor(capacidad: number) {
    this.dia = new Int32Array(capacidad);
    this.segundo = new Int32Array(capacidad);
    this.presentacion = new Int32Array(capacidad);
    this.pago = new Int32Array(capacidad);
    this.orden = new Int32Array(capacidad);
    this.tarjeta = new Uint8Array(capacidad);
    this.comercio = new Uint8Array(capacidad);
    this.terminal = new Uint8Array(capacidad);
    this.comprobante = new Int32Array(capacidad);
    this.tarjetaNro = new Uint16Array(capacidad);
    this.bin = new Int32Array(capacidad);
    this.cuotas = new Uint8Array(capacidad);
    this.importe = new Int32Array(capacidad);
    this.arancel = new Int32Array(capacidad);
    this.costoFin = new Int32Array(capacidad);
    this.autorizacion = new Int32Array(capacidad);
    this.billetera = new Uint8Array(capacidad);
    this.referencia = new Float64Array(capacidad);
    this.liquidacion = new Int32Array(capacidad);
  }

  /** Makes room for one more row (operations that appear while the sandbox runs). */
  reservar(): void {
    if (this.cantidad < this.dia.length) return;
    const mayor = new Operaciones(Math.max(64, this.cantidad * 2));
    for (const campo of COLUMNAS) mayor[campo].set(this[campo]);
    for (const campo of COLUMNAS) Object.assign(this, { [campo]: mayor[campo] });
  }
}

const COLUMNAS = [
  'dia', 'segundo', 'presentacion', 'pago', 'orden', 'tarjeta', 'comercio', 'terminal', 'comprobante', 'tarjetaNro', 'bin',
  'cuotas', 'importe', 'arancel', 'costoFin', 'autorizacion', 'billetera', 'referencia', 'liquidacion',
] as const; // prettier-ignore

/** Sixty-five whole weeks, about fifteen months: over whole weeks the daily shares add up to exactly what was asked. */
export const DIAS = 455;
/** Shares of Sunday … Saturday; they add up to 100. */
const PESO_DEL_DIA = [8, 12, 13, 14, 15, 19, 19] as const;
const PESO_TOTAL = (DIAS / 7) * 100;
/** Ids leave room for this many operations a day. */
const POR_DIA = 10_000;
const DIA_CERO = 10_000;

/** Day of the week of a day number, 0 = Sunday (1970-01-01 was a Thursday). */
const diaDeSemana = (dia: number): number => (dia + 4) % 7;

/** How many of `total` operations fall before a day, counted from a fixed point so that it does not depend on today. */
function acumuladas(total: number, dia: number): number {
  let peso = Math.floor((dia + 4) / 7) * 100;
  for (let d = 0; d < diaDeSemana(dia); d++) peso += PESO_DEL_DIA[d] ?? 0;
  return Math.floor((total * peso) / PESO_TOTAL);
}

export const idDeOperacion = (dia: number, orden: number): number => (dia - DIA_CERO) * POR_DIA + orden + 1;
export const diaDeId = (id: number): number => Math.floor((id - 1) / POR_DIA) + DIA_CERO;
export const ordenDeId = (id: number): number => (id - 1) % POR_DIA;

/** A table in which each index appears as often as its weight: one draw, one look. */
const ruleta = (pesos: readonly number[]): Uint8Array =>
  Uint8Array.from(pesos.flatMap((p, i) => Array<number>(p).fill(i)));

const CUOTAS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 6, 6, 12] as const;
/** Financing cost in ten-thousandths of the sale. */
export const COSTO_POR_CUOTAS: Readonly<Record<number, number>> = { 1: 0, 3: 640, 6: 1180, 12: 2090 };

/** Days of a settlement's period: a busy merchant is settled daily, a small one weekly. */
export const diasDePeriodo = (total: number): number => (total >= 100_000 ? 1 : 7);
export const periodoDe = (dia: number, dias: number): number => Math.floor((dia + 4) / dias);
/** The day a period's settlement is dated: the one after it closes. */
export const fechaDePeriodo = (periodo: number, dias: number): number => (periodo + 1) * dias - 4;

/** The day a settlement is paid: banks do not credit on weekends. */
export function pagoDe(fecha: number, plazo: number): number {
  let dia = fecha + plazo;
  while (diaDeSemana(dia) === 0 || diaDeSemana(dia) === 6) dia++;
  return dia;
}

/** Pesos of a sale from a fraction: most are small, a few large. */
const pesosDe = (u: number): number => {
  const u2 = u * u;
  const u8 = u2 * u2 * u2 * u2;
  return 500 + 14_000 * u2 + 40_000 * u8 + 300_000 * u8 * u8 * u8 * u8;
};

/**
 * Writes the sales of days. `total` is that of the whole window: it fixes how many a day has and the length of a settlement's period.
 */
export function crearGenerador(semilla: number, total: number) {
  const tarjetas = ruleta(TARJETAS.map((t) => t.peso));
  const comercios = ruleta(COMERCIOS.map((c) => c.peso));
  const periodo = diasDePeriodo(total);
  const conHora = TARJETAS.map((t) => MARCAS_CON_HORA.has(t.marca));
  const deBilletera = TARJETAS.map((t) => t.marca === MARCA_BILLETERA);

  const escribir = (
    ops: Operaciones,
    i: number,
    dia: number,
    orden: number,
    azar: ReturnType<typeof crearAzar>,
  ): void => {
    const indice = en(tarjetas, azar.entero(tarjetas.length));
    const tarjeta = TARJETAS[indice];
    const comercio = en(comercios, azar.entero(comercios.length));
    const shop = COMERCIOS[comercio];
    if (tarjeta === undefined || shop === undefined) throw new Error('Weights and catalogue disagree');
    const wallet = deBilletera[indice] === true;
    const devolucion = azar.entero(83) === 0;
    const pesos = pesosDe(azar.fraccion());
    const redondeo = azar.entero(20);
    const bruto =
      redondeo < 11
        ? Math.round(pesos / 10) * 1000
        : redondeo < 15
          ? Math.round(pesos) * 100
          : Math.round(pesos * 2) * 50;
    const exacto = Math.round(pesos * 100);
    // No sale ends in 13 centavos: an example coupon that does matches nothing (ejemplo.ts).
    const importe = (redondeo < 18 ? bruto : exacto % 100 === 13 ? exacto + 1 : exacto) * (devolucion ? -1 : 1);
    const cuotas = tarjeta.clase === 'credito' ? en(CUOTAS, azar.entero(CUOTAS.length)) : 1;
    const segundo = azar.entero(500) === 0 ? 0 : 28_800 + azar.entero(50_400);
    const presentacion = dia + (azar.entero(8) === 0 ? 1 : 0);
    ops.dia[i] = dia;
    ops.orden[i] = orden;
    ops.segundo[i] = conHora[indice] === true ? segundo : -1;
    ops.presentacion[i] = presentacion;
    ops.pago[i] = pagoDe(fechaDePeriodo(periodoDe(presentacion, periodo), periodo), tarjeta.plazo);
    ops.tarjeta[i] = indice;
    ops.comercio[i] = comercio;
    ops.terminal[i] = azar.entero(shop.terminales);
    ops.comprobante[i] = ((dia - 18_000) * 61 + orden) % 100_000_000;
    ops.tarjetaNro[i] = azar.entero(10_000);
    ops.bin[i] = wallet ? 0 : tarjeta.bin + azar.entero(100);
    ops.cuotas[i] = cuotas;
    ops.importe[i] = importe;
    ops.arancel[i] = proporcion(importe, tarjeta.arancel);
    ops.costoFin[i] = proporcion(importe, COSTO_POR_CUOTAS[cuotas] ?? 0);
    ops.autorizacion[i] = azar.entero(1_000_000);
    ops.billetera[i] = wallet ? 1 : azar.entero(12) === 0 ? 2 : 0;
    ops.referencia[i] = wallet ? 60_000_000_000 + (dia - 18_000) * 1_000_000 + orden * 97 : 0;
    ops.liquidacion[i] = -1;
  };

  return {
    porDia: (dia: number): number => acumuladas(total, dia + 1) - acumuladas(total, dia),
    /** Appends the sales of a day. */
    generarDia(ops: Operaciones, dia: number): void {
      const azar = crearAzar(mezclar(semilla, dia));
      const cuantas = acumuladas(total, dia + 1) - acumuladas(total, dia);
      for (let orden = 0; orden < cuantas; orden++) escribir(ops, ops.cantidad++, dia, orden, azar);
    },
    /** Appends one sale more to a day, after the ones it had. Not settled. */
    agregar(ops: Operaciones, dia: number, orden: number): number {
      ops.reservar();
      const fila = ops.cantidad++;
      escribir(ops, fila, dia, orden, crearAzar(mezclar(semilla + 1, dia * POR_DIA + orden)));
      return fila;
    },
  };
}
