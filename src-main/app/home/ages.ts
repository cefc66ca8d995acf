/** Our unmatched coupons: those that are work, by age, and those that the queue lists. */
import type { PendingCupon, HomeAge, HomeWork, UnreconciledDocument } from '#contract/home.ts';
import { countDaysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import { formatPlain } from '#domain/money.ts';
import { findSheets } from '../uploaded/sheets.ts';
import type { Outcome, UploadSources } from '../uploaded/uploads.ts';
import { listUnmatched, type ListedCupon } from './unmatched.ts';

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

/** The coupons of an age, each once, the oldest sale first, whatever was decided about them. When no age begins on that day, those of every age. */
export function unmatchedOfAge(
  sources: UploadSources,
  outcomes: readonly Outcome[],
  { hoy, edad }: { readonly hoy: CivilDate; readonly edad: number | undefined },
): UnreconciledDocument {
  const stretch = STRETCHES.findIndex(([from]) => from === edad);
  const rows: (Omit<PendingCupon, 'n' | 'hoja'> & { readonly carga: string | null })[] = [];
  for (const { cupon: operacion, place, conciliacion, carga, nLectura } of listUnmatched(sources, outcomes)) {
    if (stretch !== -1 && stretchOf(operacion, hoy) !== stretch) continue;
    const sale = parseIsoDate(operacion.fecha_venta ?? '');
    const days = sale === undefined || sale > hoy ? null : countDaysBetween(sale, hoy);
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
    miradas: outcomes.length,
    filas: listed.map(({ carga: _, ...row }, n) => ({ ...row, n, hoja: sheets[n] ?? null })),
  };
}

/** The coupons that are work, in figures. `total`: of so many that were uploaded. */
export function sumWork(
  work: readonly ListedCupon[],
  { total, hoy }: { readonly total: number; readonly hoy: CivilDate },
): HomeWork {
  const sums = STRETCHES.map(() => ({ cupones: 0, importe: 0n }));
  for (const { cupon, importe } of work) {
    const sum = sums[stretchOf(cupon, hoy)];
    if (sum === undefined) continue;
    sum.cupones += 1;
    sum.importe += BigInt(importe);
  }
  return {
    importe: formatPlain(sums.reduce((sum, { importe }) => sum + importe, 0n)),
    cupones: work.length,
    total,
    edades: STRETCHES.map(([from, to], i): HomeAge => {
      const { cupones = 0, importe = 0n } = sums[i] ?? {};
      return { desde: from, hasta: to, cupones, importe: formatPlain(importe) };
    }),
  };
}
