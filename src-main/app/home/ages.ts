/** Our unmatched coupons by age, from the newest state of each upload: its kept result, or else the ledger. */
import type { ResultOperacion } from '#domain/result-rows.ts';
import type { PendingCupon, HomeDocument, HomeAge, UnreconciledDocument } from '#contract/home.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { getComparableKey } from '#domain/upload/index.ts';
import type { UploadSeen, UploadSources } from '../uploaded/uploads.ts';

const PER_PAGE = 500;
/** At most so many coupons of an age are listed: nobody looks through more. */
const CAP = 5000;
/** Days since the sale, both ends included. */
const STRETCHES: readonly (readonly [desde: number, hasta: number | null])[] = [
  [0, 7],
  [8, 15],
  [16, 30],
  [31, 60],
  [61, null],
];

const NO_RESULT = { conciliado: false, modo: null, nro_liquidacion: null, liquidaciones_id: null, fecha_liq: null };

interface FoundCupon {
  readonly operacion: ResultOperacion;
  readonly archivo: string | null;
}

function* unmatchedIn({ ledger, results }: UploadSources, { carga, lectura }: UploadSeen): Generator<FoundCupon> {
  if (lectura !== null && results !== undefined) {
    yield* results.cupones(lectura, ['sin_conciliar']);
    return;
  }
  for (let despues = 0; ;) {
    const page = ledger.readReportPage(carga, ['sin_conciliar'], despues, PER_PAGE);
    for (const { seq, archivo, fila, cupon } of page) {
      despues = seq;
      yield { operacion: { ...cupon, ...NO_RESULT, fila }, archivo };
    }
    if (page.length < PER_PAGE) return;
  }
}

/** The age group of a coupon. A sale dated tomorrow counts as today's. */
function stretchOf({ fecha_venta }: Cupon, hoy: CivilDate): number {
  const venta = parseIsoDate(fecha_venta ?? '');
  const dias = venta === undefined ? 0 : Math.max(0, daysBetween(venta, hoy));
  return STRETCHES.findIndex(([, hasta]) => hasta === null || dias <= hasta);
}

const centavosOf = ({ importe = '' }: Cupon): bigint => BigInt(parseMoney(importe, 'sin-miles') ?? 0);

/** The unmatched coupons of every upload, in order. `repetido`: an earlier upload has the same coupon. */
function* oneByOne(
  fuentes: UploadSources,
  cargas: readonly UploadSeen[],
): Generator<FoundCupon & { readonly conciliacion: string | null; readonly repeated: boolean }> {
  const seen = new Set<string>();
  for (const carga of cargas) {
    const marca = fuentes.ledger.upload(carga.carga)?.marcador?.campo ?? null;
    const times = new Map<string, number>();
    for (const found of unmatchedIn(fuentes, carga)) {
      // Two equal sales do happen: the second one in an upload is another coupon.
      const igual = getComparableKey(found.operacion, marca);
      const turn = (times.get(igual) ?? 0) + 1;
      times.set(igual, turn);
      const clave = `${String(turn)} ${igual}`;
      const repeated = seen.has(clave);
      seen.add(clave);
      yield { ...found, conciliacion: carga.conciliacion, repeated };
    }
  }
}

/** The coupons that an age counts, each once, the oldest sale first. When no age begins on that day, those of every age. */
export function unmatchedOfAge(
  fuentes: UploadSources,
  cargas: readonly UploadSeen[],
  { hoy, edad }: { readonly hoy: CivilDate; readonly edad: number | undefined },
): UnreconciledDocument {
  const stretch = STRETCHES.findIndex(([desde]) => desde === edad);
  const filas: Omit<PendingCupon, 'n'>[] = [];
  let importe = 0n;
  for (const { operacion, archivo, conciliacion, repeated } of oneByOne(fuentes, cargas)) {
    if (repeated || (stretch !== -1 && stretchOf(operacion, hoy) !== stretch)) continue;
    const venta = parseIsoDate(operacion.fecha_venta ?? '');
    const dias = venta === undefined || venta > hoy ? null : daysBetween(venta, hoy);
    importe += centavosOf(operacion);
    const fila = { tipo: 'cupon', operacion, disposicion: 'sin_conciliar', dias, nuevo: false, archivo } as const;
    filas.push({ ...fila, mensaje: null, conciliacion });
  }
  const [desde, hasta] = STRETCHES[stretch] ?? [];
  return {
    edad: desde === undefined ? null : { desde, hasta: hasta ?? null },
    cupones: filas.length,
    importe: formatPlain(importe),
    filas: filas
      .sort((a, b) => (b.dias ?? -1) - (a.dias ?? -1))
      .slice(0, CAP)
      .map((fila, n) => ({ ...fila, n })),
  };
}

/** Null when nothing was reconciled from this PC. A coupon of several uploads counts once. */
export function unmatchedOf(
  fuentes: UploadSources,
  cargas: readonly UploadSeen[],
  hoy: CivilDate,
): HomeDocument['sinConciliar'] {
  if (cargas.length === 0) return null;
  const cuentas = STRETCHES.map(() => ({ cupones: 0, importe: 0n, en: new Map<string, number>() }));
  let distinct = 0;
  for (const { operacion, conciliacion, repeated } of oneByOne(fuentes, cargas)) {
    const cuenta = cuentas[stretchOf(operacion, hoy)];
    if (cuenta === undefined) continue;
    if (conciliacion !== null) cuenta.en.set(conciliacion, (cuenta.en.get(conciliacion) ?? 0) + 1);
    if (repeated) continue;
    distinct += 1;
    cuenta.cupones += 1;
    cuenta.importe += centavosOf(operacion);
  }
  const edades = STRETCHES.map(([desde, hasta], i): HomeAge => {
    const { cupones = 0, importe = 0n, en = new Map<string, number>() } = cuentas[i] ?? {};
    return {
      desde,
      hasta,
      cupones,
      importe: formatPlain(importe),
      ventaDesde: hasta === null ? null : addDays(hoy, -hasta),
      ventaHasta: desde === 0 ? null : addDays(hoy, -desde),
      en: Array.from(en, ([conciliacion, theirs]) => ({ conciliacion, cupones: theirs })).sort(
        (a, b) => b.cupones - a.cupones,
      ),
    };
  });
  const mayor = cargas.toSorted((a, b) => b.sinConciliar - a.sinConciliar)[0];
  return {
    importe: formatPlain(cuentas.reduce((sum, { importe }) => sum + importe, 0n)),
    cupones: distinct,
    total:
      cargas.length === 1 ? (cargas[0]?.total ?? 0) : fuentes.ledger.countDistinct(cargas.map(({ carga }) => carga)),
    edades,
    conciliacion: mayor === undefined || mayor.sinConciliar === 0 ? null : mayor.conciliacion,
  };
}
