/** Our unmatched coupons by age. */
import type { PendingCupon, HomeDocument, HomeAge, UnreconciledDocument } from '#contract/home.ts';
import { addDays, countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { importeOf, type Cupon } from '#domain/cupon.ts';
import { formatPlain } from '#domain/money.ts';
import { findSheets } from '../uploaded/sheets.ts';
import type { Outcome, UploadSources } from '../uploaded/uploads.ts';
import { listUnmatched } from './unmatched.ts';

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

/** The age group of a coupon. A sale dated tomorrow counts as today's. */
function stretchOf({ fecha_venta }: Cupon, today: CivilDate): number {
  const sale = parseIsoDate(fecha_venta ?? '');
  const days = sale === undefined ? 0 : Math.max(0, countDaysBetween(sale, today));
  return STRETCHES.findIndex(([, to]) => to === null || days <= to);
}

/** The coupons that an age counts, each once, the oldest sale first. When no age begins on that day, those of every age. */
export function unmatchedOfAge(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  { hoy, edad }: { readonly hoy: CivilDate; readonly edad: number | undefined },
): UnreconciledDocument {
  const stretch = STRETCHES.findIndex(([from]) => from === edad);
  const rows: (Omit<PendingCupon, 'n' | 'hoja'> & { readonly carga: string | null })[] = [];
  const shownBy = new Set<string | null>();
  let importe = 0n;
  for (const found of listUnmatched(sources, outcomes)) {
    const { cupon: operacion, place, conciliacion, carga, nLectura, repeated } = found;
    if (repeated || (stretch !== -1 && stretchOf(operacion, hoy) !== stretch)) continue;
    const sale = parseIsoDate(operacion.fecha_venta ?? '');
    const days = sale === undefined || sale > hoy ? null : countDaysBetween(sale, hoy);
    importe += BigInt(importeOf(operacion));
    shownBy.add(conciliacion);
    const row = { tipo: 'cupon', operacion, disposicion: 'sin_conciliar', dias: days, nuevo: false } as const;
    rows.push({ ...row, archivo: place.archivo, mensaje: null, conciliacion, carga, nLectura });
  }
  const [from, to] = STRETCHES[stretch] ?? [];
  const listed = rows.sort((a, b) => (b.dias ?? -1) - (a.dias ?? -1)).slice(0, CAP);
  const sheets = findSheets(
    sources.ledger,
    listed.map(({ carga, archivo, operacion }) => ({ carga, archivo, fila: operacion.fila, cupon: operacion })),
  );
  return {
    edad: from === undefined ? null : { desde: from, hasta: to ?? null },
    cupones: rows.length,
    importe: formatPlain(importe),
    conciliaciones: shownBy.size,
    miradas: outcomes.length,
    filas: listed.map(({ carga: _, ...row }, n) => ({ ...row, n, hoja: sheets[n] ?? null })),
  };
}

/** How many unmatched coupons there are, and with how many of them something is left to do; null when no result is known here. `resting`: see `listResting`. */
export function countUnmatched(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  resting: ReadonlySet<string>,
): { readonly cupones: number; readonly porHacer: number } | null {
  if (outcomes.length === 0) return null;
  const distinct = listUnmatched(sources, outcomes).filter(({ repeated }) => !repeated);
  return { cupones: distinct.length, porHacer: distinct.filter(({ sale = '' }) => !resting.has(sale)).length };
}

/** Null when no result is known here. A coupon that several results have counts once, in the figures and in `total`. */
export function unmatchedOf(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  today: CivilDate,
): HomeDocument['sinConciliar'] {
  if (outcomes.length === 0) return null;
  const sums = STRETCHES.map(() => ({ cupones: 0, importe: 0n, en: new Map<string, number>() }));
  let distinct = 0;
  for (const { cupon: operacion, conciliacion, repeated } of listUnmatched(sources, outcomes)) {
    const sum = sums[stretchOf(operacion, today)];
    if (sum === undefined) continue;
    if (conciliacion !== null) sum.en.set(conciliacion, (sum.en.get(conciliacion) ?? 0) + 1);
    if (repeated) continue;
    distinct += 1;
    sum.cupones += 1;
    sum.importe += BigInt(importeOf(operacion));
  }
  const ages = STRETCHES.map(([from, to], i): HomeAge => {
    const { cupones = 0, importe = 0n, en = new Map<string, number>() } = sums[i] ?? {};
    return {
      desde: from,
      hasta: to,
      cupones,
      importe: formatPlain(importe),
      ventaDesde: to === null ? null : addDays(today, -to),
      ventaHasta: from === 0 ? null : addDays(today, -from),
      en: Array.from(en, ([conciliacion, theirs]) => ({ conciliacion, cupones: theirs })).sort(
        (a, b) => b.cupones - a.cupones,
      ),
    };
  });
  const own = outcomes.flatMap(({ carga }) => carga ?? []);
  const ofOthers = outcomes.reduce((sum, { carga, total }) => sum + (carga === null ? total : 0), 0);
  const largest = outcomes.toSorted((a, b) => b.sinConciliar - a.sinConciliar)[0];
  return {
    importe: formatPlain(sums.reduce((sum, { importe }) => sum + importe, 0n)),
    cupones: distinct,
    total: outcomes.length === 1 ? (outcomes[0]?.total ?? 0) : (sources.ledger?.countDistinct(own) ?? 0) + ofOthers,
    edades: ages,
    conciliacion: largest === undefined || largest.sinConciliar === 0 ? null : largest.conciliacion,
  };
}
