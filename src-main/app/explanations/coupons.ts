/** The coupons of an account or of files as the matching takes them, and what has to be known of each afterwards. */
import { CAMPOS_EN_ORDEN, type Cupon } from '#domain/cupon.ts';
import { createCuponTable, type CuponTable } from '#domain/matching/fields/cupon-table.ts';
import type { CausaSujeto } from '#domain/matching/explain/causes.ts';
import type { Steps } from '#domain/matching/progress.ts';
import { parseMoney } from '#domain/money.ts';
import type { ReadCoupon, Readings } from '#storage/resultados/index.ts';
import type { CouponPlace, FileCoupon } from './questions.ts';

/** What is kept of a coupon that the service matched. */
export interface KnownCoupon {
  readonly key: string;
  readonly place: CouponPlace;
  readonly atributos: CausaSujeto['atributos'];
  /** Centavos. */
  readonly importe: number;
}

/** A coupon to explain. `same`: the key of an equal one of a later reading, whose explanation it shares. */
export interface OpenCoupon extends KnownCoupon {
  readonly cupon: Cupon;
  readonly same: string | undefined;
}

export interface Coupons {
  readonly matched: CuponTable;
  readonly known: ReadonlyMap<string, KnownCoupon>;
  /** To be explained; in the order of their readings, or of their files. */
  readonly open: readonly OpenCoupon[];
  readonly cupones: CuponTable;
}

const PIECE = 2000;

/** Keys sort as the coupons were read. */
const keyOf = (lectura: number, n: number): string =>
  `${String(lectura).padStart(9, '0')}:${String(n).padStart(9, '0')}`;

const cuponOf = (fields: Cupon): Cupon => {
  const cupon: { -readonly [K in keyof Cupon]: Cupon[K] } = {};
  for (const campo of CAMPOS_EN_ORDEN) if (fields[campo] !== undefined) cupon[campo] = fields[campo];
  return cupon;
};

/** Fields that carry our marker in one upload and not in another. */
const identityOf = (cupon: Cupon): string =>
  CAMPOS_EN_ORDEN.map((campo) => (campo.startsWith('auxiliar_') ? '' : (cupon[campo] ?? ''))).join('\u{1f}');

/** The same few texts come again and again. */
function createAtributos() {
  const texts = new Map<string, string>();
  const one = (text: string): string => {
    const found = texts.get(text);
    if (found !== undefined) return found;
    texts.set(text, text);
    return text;
  };
  return ({ archivo }: CouponPlace, cupon: Cupon): CausaSujeto['atributos'] => {
    const { establecimiento, lote, terminal, tarjeta_desc, fecha_venta } = cupon;
    return {
      ...(archivo === null ? {} : { archivo: one(archivo) }),
      ...(establecimiento === undefined ? {} : { establecimiento: one(establecimiento) }),
      ...(terminal === undefined ? {} : { terminal: one(terminal) }),
      // Lotes of two terminals have the same numbers.
      ...(lote === undefined ? {} : { lote: one(terminal === undefined ? lote : `${lote} (terminal ${terminal})`) }),
      ...(tarjeta_desc === undefined ? {} : { marca: one(tarjeta_desc) }),
      ...(fecha_venta === undefined ? {} : { dia: one(fecha_venta) }),
    };
  };
}

const importeOf = (cupon: Cupon): number => parseMoney(cupon.importe ?? '', 'sin-miles') ?? 0;

/** Reads every kept reading: the matched coupons hold their operations, the others are to be explained. */
export function* readCoupons(readings: Readings | undefined, files?: readonly FileCoupon[]): Steps<Coupons> {
  const atributosOf = createAtributos();
  const matched = createCuponTable();
  const known = new Map<string, KnownCoupon>();
  const all = readings?.readings() ?? [];
  let done = 0;
  for (const { lectura, conciliacion } of all) {
    for (const piece of readings?.coupons(lectura, 'conciliado', PIECE) ?? []) {
      for (const { n, operacion, archivo } of piece) {
        const key = keyOf(lectura, n);
        const place = { conciliacion, n, archivo, fila: operacion.fila };
        const atributos = atributosOf(place, operacion);
        matched.add({ key, carga: conciliacion, cupon: operacion, liquidacionesId: operacion.liquidaciones_id });
        known.set(key, { key, place, atributos, importe: importeOf(operacion) });
      }
      done += piece.length;
      yield { stage: 'lectura', done, total: done };
    }
  }
  const open = files === undefined ? yield* readOpen(all, readings, atributosOf) : openOfFiles(files, atributosOf);
  const cupones = createCuponTable(open.length);
  for (const { key, place, cupon, same } of open) {
    if (same === undefined) cupones.add({ key, carga: place.conciliacion ?? place.archivo ?? '', cupon });
  }
  return { matched: matched.finish(), known, open, cupones: cupones.finish() };
}

type AtributosOf = ReturnType<typeof createAtributos>;

function* readOpen(
  all: ReturnType<Readings['readings']>,
  readings: Readings | undefined,
  atributosOf: AtributosOf,
): Steps<readonly OpenCoupon[]> {
  const byReading: OpenCoupon[][] = [];
  // The newest reading goes first: of a coupon that was uploaded twice, it is the one that is matched.
  const seen = new Map<string, string>();
  for (const { lectura, conciliacion } of all.toReversed()) {
    const own: OpenCoupon[] = [];
    const times = new Map<string, number>();
    for (const piece of readings?.coupons(lectura, 'sin_conciliar', PIECE) ?? []) {
      for (const one of piece) own.push(openOf(one, { lectura, conciliacion, atributosOf, seen, times }));
      yield { stage: 'lectura', done: own.length, total: own.length };
    }
    byReading.push(own);
  }
  return byReading.toReversed().flat();
}

interface OpenContext {
  readonly lectura: number;
  readonly conciliacion: string;
  readonly atributosOf: AtributosOf;
  readonly seen: Map<string, string>;
  /** How often this reading has had each coupon. */
  readonly times: Map<string, number>;
}

function openOf({ n, operacion, archivo }: ReadCoupon, context: OpenContext): OpenCoupon {
  const { lectura, conciliacion, atributosOf, seen, times } = context;
  const key = keyOf(lectura, n);
  const cupon = cuponOf(operacion);
  const identity = identityOf(cupon);
  const time = (times.get(identity) ?? 0) + 1;
  times.set(identity, time);
  const which = `${String(time)}\u{1f}${identity}`;
  const same = seen.get(which);
  if (same === undefined) seen.set(which, key);
  const place = { conciliacion, n, archivo, fila: operacion.fila };
  return { key, place, cupon, same, atributos: atributosOf(place, cupon), importe: importeOf(cupon) };
}

const openOfFiles = (files: readonly FileCoupon[], atributosOf: AtributosOf): readonly OpenCoupon[] =>
  files.map(({ archivo, fila, cupon }, i) => {
    const place = { conciliacion: null, n: null, archivo, fila };
    // Readings are numbered from one.
    return {
      key: keyOf(0, i + 1),
      place,
      cupon,
      same: undefined,
      atributos: atributosOf(place, cupon),
      importe: importeOf(cupon),
    };
  });
