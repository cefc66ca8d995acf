import { toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { COMERCIOS } from './catalogo.ts';
import { crearFechas, en, type Fechas } from './formato.ts';
import { liquidar, type Liquidacion } from './liquidaciones.ts';
import { moverBancos, type Movimiento } from './movimientos.ts';
import { crearGenerador, diaDeId, DIAS, idDeOperacion, Operaciones, ordenDeId } from './operaciones.ts';
import { rechazar, type Rechazo } from './rechazos.ts';

/** Everything the merchant's account holds, agreeing with itself: sales, settlements, taxes, payments, chargebacks, calendar. */
export interface Datos {
  readonly desde: number;
  readonly hoy: number;
  readonly ops: Operaciones;
  readonly liquidaciones: readonly Liquidacion[];
  readonly movimientos: readonly Movimiento[];
  readonly rechazos: readonly Rechazo[];
  readonly fechas: Fechas;
  /** Rows of the operations of a settlement. */
  operacionesDe(liquidacion: number): Int32Array;
  /** First row of a day's sales; those of the day after begin where they end. Sales that appear later are not in the range. */
  inicioDelDia(dia: number): number;
  /** Rows in order of presentation or payment day, and where a day begins in them. */
  readonly porPresentacion: Indice;
  readonly porPago: Indice;
  /** Rows from here on appeared while the sandbox ran: in no index, looked at one by one. */
  readonly fijas: number;
  /** Row of an operation's id; undefined when there is none. */
  filaDeId(id: number): number | undefined;
  /** Sold and credited in a day, by shop, in centavos. */
  vendido(dia: number, comercio: number): number;
  acreditado(dia: number, comercio: number): number;
  /** Whether a bank movement was matched with the settlement. */
  pagada(liquidacion: Liquidacion): boolean;
  /** Makes `cuantas` operations appear, of today and yesterday. */
  aparecer(cuantas: number): void;
}

interface Indice {
  readonly filas: Int32Array;
  /** Position of the first row of a day or of a later one. */
  inicio(dia: number): number;
}

/** Counting sort of rows by a column of days. */
function indexar(columna: Int32Array, cantidad: number, desde: number): Indice {
  let hasta = desde;
  for (let i = 0; i < cantidad; i++) hasta = Math.max(hasta, en(columna, i));
  const inicios = new Int32Array(hasta - desde + 2);
  for (let i = 0; i < cantidad; i++) {
    const casilla = en(columna, i) - desde + 1;
    inicios[casilla] = en(inicios, casilla) + 1;
  }
  for (let d = 1; d < inicios.length; d++) inicios[d] = en(inicios, d) + en(inicios, d - 1);
  const siguiente = inicios.slice();
  const filas = new Int32Array(cantidad);
  for (let i = 0; i < cantidad; i++) {
    const casilla = en(columna, i) - desde;
    const lugar = en(siguiente, casilla);
    filas[lugar] = i;
    siguiente[casilla] = lugar + 1;
  }
  return {
    filas,
    inicio: (dia) => (dia <= desde ? 0 : dia > hasta ? cantidad : en(inicios, dia - desde)),
  };
}

export interface DatosOpciones {
  readonly semilla: number;
  /** 1,000 to 1,000,000: exactly so many sales over the 455 days that end today. */
  readonly operaciones: number;
  readonly hoy: CivilDate;
}

/** Builds the data set of a seed; the same for the same options, and the same sales on the same days for another today. */
export function crearDatos({ semilla, operaciones: total, hoy: fechaHoy }: DatosOpciones): Datos {
  const hoy = toDayNumber(fechaHoy);
  const desde = hoy - DIAS + 1;
  const generador = crearGenerador(semilla, total);
  const ops = new Operaciones(total);
  const inicios = new Int32Array(DIAS + 1);
  for (let d = 0; d < DIAS; d++) {
    generador.generarDia(ops, desde + d);
    inicios[d + 1] = ops.cantidad;
  }
  const fijas = ops.cantidad;
  const { liquidaciones, filas, inicio } = liquidar(ops, { desde, hoy, total, semilla });
  const rechazos = rechazar(ops, hoy, semilla);
  const movimientos = moverBancos({ liquidaciones, rechazos, desde, hoy, semilla });

  const ancho = COMERCIOS.length;
  const vendido = new Float64Array(DIAS * ancho);
  const anotarVenta = (i: number): void => {
    const casilla = (en(ops.dia, i) - desde) * ancho + en(ops.comercio, i);
    vendido[casilla] = en(vendido, casilla) + en(ops.importe, i);
  };
  for (let i = 0; i < fijas; i++) anotarVenta(i);
  const acreditado = new Map<number, number>();
  for (const { pago, comercio, acreditado: importe } of liquidaciones) {
    if (pago > hoy) continue;
    const clave = pago * ancho + comercio;
    acreditado.set(clave, (acreditado.get(clave) ?? 0) + importe);
  }

  const pagadas = new Uint8Array(liquidaciones.length);
  for (const { liquidacion } of movimientos) if (liquidacion >= 0) pagadas[liquidacion] = 1;

  const vivas = new Map<number, number>();
  const proximas = new Map<number, number>();
  const inicioDelDia = (dia: number): number => en(inicios, Math.min(DIAS, Math.max(0, dia - desde)));
  return {
    desde,
    hoy,
    ops,
    liquidaciones,
    movimientos,
    rechazos,
    fijas,
    fechas: crearFechas(),
    operacionesDe: (fila) => filas.subarray(en(inicio, fila), en(inicio, fila + 1)),
    inicioDelDia,
    porPresentacion: indexar(ops.presentacion, fijas, desde),
    porPago: indexar(ops.pago, fijas, desde),
    filaDeId(id) {
      const viva = vivas.get(id);
      if (viva !== undefined) return viva;
      const dia = diaDeId(id);
      const fila = inicioDelDia(dia) + ordenDeId(id);
      return dia >= desde && dia <= hoy && fila < inicioDelDia(dia + 1) ? fila : undefined;
    },
    vendido: (dia, comercio) => (dia < desde || dia > hoy ? 0 : en(vendido, (dia - desde) * ancho + comercio)),
    acreditado: (dia, comercio) => acreditado.get(dia * ancho + comercio) ?? 0,
    pagada: ({ fila }) => en(pagadas, fila) === 1,
    aparecer(cuantas) {
      for (let n = 0; n < cuantas; n++) {
        const dia = hoy - (vivas.size % 2);
        const orden = proximas.get(dia) ?? generador.porDia(dia);
        proximas.set(dia, orden + 1);
        const fila = generador.agregar(ops, dia, orden);
        vivas.set(idDeOperacion(dia, orden), fila);
        anotarVenta(fila);
      }
    },
  };
}
