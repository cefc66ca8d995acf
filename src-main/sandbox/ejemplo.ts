import { addDays, parseIsoDate, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { crearAzar, type Azar } from './azar.ts';
import { establecimientoDe, TARJETAS } from './catalogo.ts';
import type { Datos } from './datos.ts';
import { decimal, en } from './formato.ts';
import { identidadDe } from './listar-operaciones.ts';

/** Why an example coupon does not match; `null` in one that does. */
type Descuido = 'importe' | 'comprobante' | 'tarjeta' | 'fecha' | 'inexistente';

/** A coupon as a shop's till would have written it, and whether the sandbox has its operation. */
interface CuponDeEjemplo {
  readonly cupon: Cupon;
  readonly descuido: Descuido | null;
}

interface EjemploOpciones {
  readonly cantidad: number;
  readonly semilla: number;
  /** Days of sale, both included; those of the data set when absent. */
  readonly desde?: CivilDate;
  readonly hasta?: CivilDate;
}

/** One coupon in this many carries a mistake. */
const UNO_CADA = 12;
const DESCUIDOS = ['importe', 'comprobante', 'tarjeta', 'fecha', 'inexistente'] as const;

/** The true coupon of an operation. */
export function cuponDeOperacion(datos: Datos, i: number): Cupon {
  const { ops } = datos;
  const { terminal, lote, comprobante, tarjetaNro, autorizacion, referencia } = identidadDe(datos, i);
  const tarjeta = TARJETAS[en(ops.tarjeta, i)];
  const importe = en(ops.importe, i);
  const comun = {
    fecha_venta: datos.fechas.iso(en(ops.dia, i)),
    tarjeta_desc: tarjeta?.nombre ?? '',
    importe: decimal(importe),
  };
  if (referencia !== '') {
    return { ...comun, wallet_referencia: referencia, wallet_tipo_operacion: importe < 0 ? 'REFUND' : 'SETTLEMENT' };
  }
  return {
    ...comun,
    establecimiento: tarjeta === undefined ? '' : establecimientoDe(en(ops.comercio, i), tarjeta.marca),
    terminal,
    lote,
    comprobante,
    tarjeta_nro: tarjetaNro,
    cuotas: String(en(ops.cuotas, i)),
    autorizacion,
  };
}

const distinto = (digitos: string, azar: Azar): string => {
  const lugar = azar.entero(digitos.length);
  const cifra = (Number(digitos[lugar]) + 1 + azar.entero(9)) % 10;
  return `${digitos.slice(0, lugar)}${String(cifra)}${digitos.slice(lugar + 1)}`;
};

/** Spoils a coupon so that nothing matches it, the way people do. */
function descuidar(cupon: Cupon, descuido: Descuido, azar: Azar): Cupon {
  switch (descuido) {
    case 'importe':
      // Centavos that no sale of the data set ends in, so that no other one matches by chance.
      return { ...cupon, importe: `${(cupon.importe ?? '0').slice(0, -3)}.13` };
    case 'comprobante': {
      const { autorizacion: _, ...resto } = cupon;
      return { ...resto, comprobante: `9${distinto(cupon.comprobante ?? '1', azar).slice(1)}` };
    }
    case 'tarjeta':
      return { ...cupon, tarjeta_nro: distinto(cupon.tarjeta_nro ?? '1', azar) };
    case 'fecha': {
      const fecha = parseIsoDate(cupon.fecha_venta ?? '');
      return fecha === undefined ? cupon : { ...cupon, fecha_venta: addDays(fecha, 1) };
    }
    case 'inexistente':
      return {
        ...cupon,
        comprobante: `8${String(azar.entero(10_000_000)).padStart(7, '0')}`,
        tarjeta_nro: '0000',
        importe: '77.77',
      };
  }
}

/**
 * Coupons of a small chain of shops for a sample workbook: operations of the data set, in order of sale, about eleven in twelve as they
 * are. The operations of a day do not depend on today, so a workbook made once keeps matching a sandbox of the same `semilla` and
 * `operaciones` as long as its days are among the last 455 (`hoy` fixes them beyond that).
 */
export function cuponesDeEjemplo(
  { datos }: { readonly datos: Datos },
  opciones: EjemploOpciones,
): readonly CuponDeEjemplo[] {
  const azar = crearAzar(opciones.semilla);
  const inicio = datos.inicioDelDia(opciones.desde === undefined ? datos.desde : toDayNumber(opciones.desde));
  const fin = datos.inicioDelDia((opciones.hasta === undefined ? datos.hoy : toDayNumber(opciones.hasta)) + 1);
  const cantidad = Math.min(opciones.cantidad, fin - inicio);
  const ejemplos: CuponDeEjemplo[] = [];
  for (let n = 0; n < cantidad; n++) {
    // One of each stretch: spread over the days, in order, none twice.
    const tramo = inicio + Math.floor((n * (fin - inicio)) / cantidad);
    const largo = inicio + Math.floor(((n + 1) * (fin - inicio)) / cantidad) - tramo;
    const cupon = cuponDeOperacion(datos, tramo + azar.entero(largo));
    const falla = azar.entero(UNO_CADA) === 0 && cupon.wallet_referencia === undefined;
    const descuido = falla ? (DESCUIDOS[azar.entero(DESCUIDOS.length)] ?? null) : null;
    ejemplos.push({ cupon: descuido === null ? cupon : descuidar(cupon, descuido, azar), descuido });
  }
  return ejemplos.sort((a, b) =>
    (a.cupon.fecha_venta ?? '') < (b.cupon.fecha_venta ?? '')
      ? -1
      : a.cupon.fecha_venta === b.cupon.fecha_venta
        ? 0
        : 1,
  );
}
