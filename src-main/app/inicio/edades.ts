/** Coupons of ours that nothing matched, by age: from what is known last of each upload, its kept result or else the ledger. */
import type { OperacionResultado } from '#contract/documents.ts';
import type { CuponPendiente, InicioDocumento, InicioEdad, SinConciliarDocumento } from '#contract/inicio.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { claveComparable } from '#domain/upload/index.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Resultados } from '#storage/resultados/index.ts';
import { fueBorrada } from '../conciliaciones/borradas.ts';

const POR_PAGINA = 500;
/** Coupons of an age that are given one by one: more than anybody looks through. */
const TOPE = 5000;
/** Days since the sale, both ends included. */
const TRAMOS: readonly (readonly [desde: number, hasta: number | null])[] = [
  [0, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, null],
];

/** An upload as Inicio needs it. */
export interface CargaVista {
  readonly carga: string;
  readonly conciliacion: string | null;
  readonly total: number;
  readonly conciliados: number;
  readonly sinConciliar: number;
  /** The kept reading that says so; null when it is the ledger that does. */
  readonly lectura: number | null;
}

/** Where what is known of the uploads of an account is. */
export interface Fuentes {
  readonly libro: Pick<
    Libro,
    'upload' | 'uploads' | 'eventos' | 'conteos' | 'distintos' | 'informePagina' | 'ultimoEvento'
  >;
  /** Undefined when no result was ever kept. */
  readonly resultados: Pick<Resultados, 'ver' | 'cupones' | 'borradas'> | undefined;
}

/** The reconciliation whose result was read last for an upload; null while none was. */
export function conciliacionDe(libro: Pick<Libro, 'eventos'>, carga: string): string | null {
  const leida = libro.eventos(carga).findLast(({ kind }) => kind === 'leida');
  return leida?.kind === 'leida' ? (leida.lectura.encabezado?.id ?? null) : null;
}

/** The uploads whose result was read, newest first, but for those that were deleted. What matched since the upload ended is in the result that was read again. */
export function cargasDe(fuentes: Fuentes, cuentaId: string): readonly CargaVista[] {
  const { libro, resultados } = fuentes;
  const borradas = resultados?.borradas();
  return libro.uploads(cuentaId).flatMap(({ carga, total }): readonly CargaVista[] => {
    const { conciliado, sin_conciliar } = libro.conteos(carga);
    if (conciliado + sin_conciliar === 0) return [];
    const conciliacion = conciliacionDe(libro, carga);
    if (fueBorrada({ libro, borradas }, carga, conciliacion)) return [];
    const guardada = conciliacion === null ? undefined : resultados?.ver(conciliacion);
    const vale = guardada?.carga === carga && guardada.leido >= (libro.ultimoEvento(carga)?.at ?? 0);
    if (!vale) {
      return [{ carga, conciliacion, total, conciliados: conciliado, sinConciliar: sin_conciliar, lectura: null }];
    }
    const { conciliados, sin_conciliar: sin } = guardada.grupos;
    const { lectura } = guardada;
    return [{ carga, conciliacion, total, conciliados: conciliados.cupones, sinConciliar: sin.cupones, lectura }];
  });
}

const SIN_RESULTADO = { conciliado: false, modo: null, nro_liquidacion: null, liquidaciones_id: null, fecha_liq: null };

interface Hallado {
  readonly operacion: OperacionResultado;
  readonly archivo: string | null;
}

function* sinConciliarEn({ libro, resultados }: Fuentes, { carga, lectura }: CargaVista): Generator<Hallado> {
  if (lectura !== null && resultados !== undefined) {
    yield* resultados.cupones(lectura, ['sin_conciliar']);
    return;
  }
  for (let despues = 0; ;) {
    const pagina = libro.informePagina(carga, ['sin_conciliar'], despues, POR_PAGINA);
    for (const { seq, archivo, fila, cupon } of pagina) {
      despues = seq;
      yield { operacion: { ...cupon, ...SIN_RESULTADO, fila }, archivo };
    }
    if (pagina.length < POR_PAGINA) return;
  }
}

/** The stretch of a coupon; a sale of tomorrow is of today. */
function tramoDe({ fecha_venta }: Cupon, hoy: CivilDate): number {
  const venta = parseIsoDate(fecha_venta ?? '');
  const dias = venta === undefined ? 0 : Math.max(0, daysBetween(venta, hoy));
  return TRAMOS.findIndex(([, hasta]) => hasta === null || dias <= hasta);
}

const centavosDe = ({ importe = '' }: Cupon): bigint => BigInt(parseMoney(importe, 'sin-miles') ?? 0);

/** The unmatched coupons of every upload, in order; `repetido`: one of the uploads before has it too. */
function* unoPorUno(
  fuentes: Fuentes,
  cargas: readonly CargaVista[],
): Generator<Hallado & { readonly conciliacion: string | null; readonly repetido: boolean }> {
  const vistos = new Set<string>();
  for (const carga of cargas) {
    const marca = fuentes.libro.upload(carga.carga)?.marcador?.campo ?? null;
    const veces = new Map<string, number>();
    for (const hallado of sinConciliarEn(fuentes, carga)) {
      // Two equal sales do happen: the second one of an upload is another coupon.
      const igual = claveComparable(hallado.operacion, marca);
      const vez = (veces.get(igual) ?? 0) + 1;
      veces.set(igual, vez);
      const clave = `${String(vez)} ${igual}`;
      const repetido = vistos.has(clave);
      vistos.add(clave);
      yield { ...hallado, conciliacion: carga.conciliacion, repetido };
    }
  }
}

/** The coupons that an age counts, each once, the oldest sale first; of every age when none begins on that day. */
export function sinConciliarDeEdad(
  fuentes: Fuentes,
  cargas: readonly CargaVista[],
  { hoy, edad }: { readonly hoy: CivilDate; readonly edad: number | undefined },
): SinConciliarDocumento {
  const tramo = TRAMOS.findIndex(([desde]) => desde === edad);
  const filas: Omit<CuponPendiente, 'n'>[] = [];
  let importe = 0n;
  for (const { operacion, archivo, conciliacion, repetido } of unoPorUno(fuentes, cargas)) {
    if (repetido || (tramo !== -1 && tramoDe(operacion, hoy) !== tramo)) continue;
    const venta = parseIsoDate(operacion.fecha_venta ?? '');
    const dias = venta === undefined || venta > hoy ? null : daysBetween(venta, hoy);
    importe += centavosDe(operacion);
    const fila = { tipo: 'cupon', operacion, disposicion: 'sin_conciliar', dias, nuevo: false, archivo } as const;
    filas.push({ ...fila, mensaje: null, conciliacion });
  }
  const [desde, hasta] = TRAMOS[tramo] ?? [];
  return {
    edad: desde === undefined ? null : { desde, hasta: hasta ?? null },
    cupones: filas.length,
    importe: formatPlain(importe),
    filas: filas
      .sort((a, b) => (b.dias ?? -1) - (a.dias ?? -1))
      .slice(0, TOPE)
      .map((fila, n) => ({ ...fila, n })),
  };
}

/** Null when nothing was reconciled from this PC. A coupon of several uploads counts once. */
export function sinConciliarDe(
  fuentes: Fuentes,
  cargas: readonly CargaVista[],
  hoy: CivilDate,
): InicioDocumento['sinConciliar'] {
  if (cargas.length === 0) return null;
  const cuentas = TRAMOS.map(() => ({ cupones: 0, importe: 0n, en: new Map<string, number>() }));
  let distintos = 0;
  for (const { operacion, conciliacion, repetido } of unoPorUno(fuentes, cargas)) {
    const cuenta = cuentas[tramoDe(operacion, hoy)];
    if (cuenta === undefined) continue;
    if (conciliacion !== null) cuenta.en.set(conciliacion, (cuenta.en.get(conciliacion) ?? 0) + 1);
    if (repetido) continue;
    distintos += 1;
    cuenta.cupones += 1;
    cuenta.importe += centavosDe(operacion);
  }
  const edades = TRAMOS.map(([desde, hasta], i): InicioEdad => {
    const { cupones = 0, importe = 0n, en = new Map<string, number>() } = cuentas[i] ?? {};
    return {
      desde,
      hasta,
      cupones,
      importe: formatPlain(importe),
      ventaDesde: hasta === null ? null : addDays(hoy, -hasta),
      ventaHasta: desde === 0 ? null : addDays(hoy, -desde),
      en: Array.from(en, ([conciliacion, suyos]) => ({ conciliacion, cupones: suyos })).sort(
        (a, b) => b.cupones - a.cupones,
      ),
    };
  });
  const mayor = cargas.toSorted((a, b) => b.sinConciliar - a.sinConciliar)[0];
  return {
    importe: formatPlain(cuentas.reduce((suma, { importe }) => suma + importe, 0n)),
    cupones: distintos,
    total: cargas.length === 1 ? (cargas[0]?.total ?? 0) : fuentes.libro.distintos(cargas.map(({ carga }) => carga)),
    edades,
    conciliacion: mayor === undefined || mayor.sinConciliar === 0 ? null : mayor.conciliacion,
  };
}
