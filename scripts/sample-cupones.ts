import { addDays, parseIsoDate, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { createRandom, type Random, valueAt } from '#sandbox/operaciones.ts';
import { establecimientoOf, TARJETAS } from '#sandbox/catalogue.ts';
import type { SandboxData } from '#sandbox/data.ts';
import { formatDecimal } from '#sandbox/format.ts';
import { getIdentity } from '#sandbox/list-operaciones.ts';

/** The mistake of an example coupon; `null`: none. */
type Mistake = 'importe' | 'comprobante' | 'tarjeta' | 'fecha' | 'absent';

/** A coupon as a shop's till writes it; `mistake` says why it does not match. */
interface SampleCupon {
  readonly cupon: Cupon;
  readonly mistake: Mistake | null;
}

interface SampleOptions {
  readonly cantidad: number;
  readonly semilla: number;
  /** Days of sale, both included; by default those of the data set. */
  readonly desde?: CivilDate;
  readonly hasta?: CivilDate;
}

/** One in this many coupons has a mistake. */
const ONE_EVERY = 12;
const MISTAKES = ['importe', 'comprobante', 'tarjeta', 'fecha', 'absent'] as const;

/** The coupon without mistakes of an operation. */
export function cuponOfOperacion(data: SandboxData, i: number): Cupon {
  const { ops } = data;
  const { terminal, lote, comprobante, tarjetaNro, autorizacion, referencia } = getIdentity(data, i);
  const tarjeta = TARJETAS[valueAt(ops.tarjeta, i)];
  const importe = valueAt(ops.importe, i);
  const common = {
    fecha_venta: data.fechas.iso(valueAt(ops.day, i)),
    tarjeta_desc: tarjeta?.nombre ?? '',
    importe: formatDecimal(importe),
  };
  if (referencia !== '') {
    return { ...common, wallet_referencia: referencia, wallet_tipo_operacion: importe < 0 ? 'REFUND' : 'SETTLEMENT' };
  }
  return {
    ...common,
    establecimiento: tarjeta === undefined ? '' : establecimientoOf(valueAt(ops.comercio, i), tarjeta.marca),
    terminal,
    lote,
    comprobante,
    tarjeta_nro: tarjetaNro,
    cuotas: String(valueAt(ops.cuotas, i)),
    autorizacion,
  };
}

const changeDigit = (digits: string, random: Random): string => {
  const place = random.randomInteger(digits.length);
  const digit = (Number(digits[place]) + 1 + random.randomInteger(9)) % 10;
  return `${digits.slice(0, place)}${String(digit)}${digits.slice(place + 1)}`;
};

/** Puts a mistake that people make into a coupon, which then does not match. */
function spoil(cupon: Cupon, mistake: Mistake, random: Random): Cupon {
  switch (mistake) {
    case 'importe':
      // No sale of the data set has these centavos, so that the coupon matches none by chance.
      return { ...cupon, importe: `${(cupon.importe ?? '0').slice(0, -3)}.13` };
    case 'comprobante': {
      const { autorizacion: _, ...rest } = cupon;
      return { ...rest, comprobante: `9${changeDigit(cupon.comprobante ?? '1', random).slice(1)}` };
    }
    case 'tarjeta':
      return { ...cupon, tarjeta_nro: changeDigit(cupon.tarjeta_nro ?? '1', random) };
    case 'fecha': {
      const date = parseIsoDate(cupon.fecha_venta ?? '');
      return date === undefined ? cupon : { ...cupon, fecha_venta: addDays(date, 1) };
    }
    case 'absent':
      return {
        ...cupon,
        comprobante: `8${String(random.randomInteger(10_000_000)).padStart(7, '0')}`,
        tarjeta_nro: '0000',
        importe: '77.77',
      };
  }
}

const isLater = (a: Cupon, b: Cupon): boolean => (a.fecha_venta ?? '') > (b.fecha_venta ?? '');

/**
 * Coupons of a small chain of shops for a sample workbook, made of operations of the data set, in order of sale. About eleven in twelve are right. A day's
 * operations do not depend on today: the workbook matches any sandbox with the same `semilla` and `operaciones` while its days are among the last 455
 * (later, pass `hoy`).
 */
export function makeSampleCupones(
  { data }: { readonly data: SandboxData },
  options: SampleOptions,
): readonly SampleCupon[] {
  const random = createRandom(options.semilla);
  const start = data.getDayStart(options.desde === undefined ? data.desde : toDayNumber(options.desde));
  const end = data.getDayStart((options.hasta === undefined ? data.hoy : toDayNumber(options.hasta)) + 1);
  const count = Math.min(options.cantidad, end - start);
  const samples: SampleCupon[] = [];
  for (let n = 0; n < count; n++) {
    // One operation of each stretch: spread over the days, in order, without repetition.
    const stretch = start + Math.floor((n * (end - start)) / count);
    const length = start + Math.floor(((n + 1) * (end - start)) / count) - stretch;
    const cupon = cuponOfOperacion(data, stretch + random.randomInteger(length));
    const failure = random.randomInteger(ONE_EVERY) === 0 && cupon.wallet_referencia === undefined;
    const mistake = failure ? (MISTAKES[random.randomInteger(MISTAKES.length)] ?? null) : null;
    samples.push({ cupon: mistake === null ? cupon : spoil(cupon, mistake, random), mistake });
  }
  return samples.sort(({ cupon: a }, { cupon: b }) => Number(isLater(a, b)) - Number(isLater(b, a)));
}
