/** Compares the calendar's amounts of each day with operations by day of sale, and with settlements by day of payment. */
import type { FigureTarget } from '#contract/home.ts';
import type { CheckDocument } from '#contract/checks.ts';
import { addDays, type CivilDate, type DateWindow, clipMonth } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import { readSide, findLastClosedDay, isReadInPart, type NoData } from '#domain/checks.ts';
import { isContracted } from '../coverage/coverage.ts';
import { listDatesBetween } from '../figures/days.ts';
import { DEADLINE_DAYS, readUnlinked, type FigureData } from '../figures/adder.ts';
import { linkToCredited, sumUnlinked } from '../home/listed.ts';
import {
  compareEach,
  compareMonths,
  identify,
  isReadByOtherDate,
  readStretches,
  rowOf,
  withoutData,
  type Comparison,
} from './compare.ts';

/** The amount of each day; null if an amount of that day is missing. */
type ByDay = ReadonlyMap<string, bigint | null>;

async function readCalendario(
  data: FigureData,
  field: 'vendido' | 'acreditado',
  { desde, hasta }: DateWindow,
): Promise<ByDay> {
  const days = await data.sumador.group(
    { metodo: 'calendario', desde, hasta },
    { por: [{ campo: 'fecha' }], sumas: [field] },
  );
  return new Map(
    days.map(({ keys, sumas: sums, faltan }) => [keys[0] ?? '', (faltan[0] ?? 0) > 0 ? null : (sums[0] ?? 0n)]),
  );
}

const addTo = (days: Map<string, bigint | null>, day: string, importe: bigint | null): void => {
  const before = days.get(day);
  days.set(day, before === null || importe === null ? null : (before ?? 0n) + importe);
};

const compareDays = (
  identity: Parameters<typeof compareEach>[0],
  days: Iterable<CivilDate>,
  { esperado, calculado }: { esperado: ByDay; calculado: ByDay },
  open: (day: CivilDate) => FigureTarget,
): CheckDocument =>
  compareEach(identity, days, {
    sidesOf: (day) => {
      const [item = 0n, other = 0n] = [esperado.get(day), calculado.get(day)];
      return item === null || other === null ? 'sin_informar' : { esperado: item, calculado: other };
    },
    toRow: (day, sides) => rowOf(day, sides, open(day)),
  });

/** The days of a month to compare, up to the last day that was read completely on both sides; or the reason why no days can be compared. */
function closeWindow(
  data: FigureData,
  window: DateWindow,
  other: 'operaciones' | 'liquidaciones',
): DateWindow | NoData {
  const calendarStretches = data.cache.readStretches('calendario', 'fecha');
  const rows = readStretches(data, other);
  const closing = findLastClosedDay(readSide(calendarStretches, window), readSide(rows, window));
  if (closing === undefined) return 'sin_leer';
  const to = closing < window.hasta ? closing : window.hasta;
  if (to < window.desde) return 'parcial';
  const closed = { desde: window.desde, hasta: to };
  return readSide(calendarStretches, closed).motivo ?? readSide(rows, closed).motivo ?? closed;
}

export const compareSoldWithCalendario: Comparison = (data, { months, ...request }) =>
  compareMonths(months, async (periodo) => {
    const month = clipMonth(periodo, request);
    const identityIn = (days: DateWindow) =>
      identify({ control: 'calendario_vendido', campo: 'vendido', periodo }, 'operaciones', days);
    const window = closeWindow(data, month, 'operaciones');
    if (typeof window === 'string') return withoutData(identityIn(month), window);
    // Leaves out days that were read before they ended, because their later sales are missing.
    const readings = [data.cache.readStretches('calendario', 'fecha'), readStretches(data, 'operaciones')];
    const wholeDays = [...listDatesBetween(window.desde, window.hasta)].filter(
      (day) => !readings.some((stretches) => isReadInPart(stretches, day)),
    );
    if (wholeDays.length === 0) return withoutData(identityIn(window), 'parcial');
    const operaciones = await data.sumador.group(
      { metodo: 'operaciones', desde: window.desde, hasta: window.hasta },
      { por: [{ campo: 'fecha_venta' }], sumas: ['importe'] },
    );
    const sides = {
      esperado: await readCalendario(data, 'vendido', window),
      calculado: new Map(operaciones.map(({ keys, sumas: sums }) => [keys[0] ?? '', sums[0] ?? 0n])),
    };
    const toDay = (day: CivilDate): FigureTarget => ({ vista: 'operaciones', desde: day, hasta: day });
    return compareDays(identityIn(window), wholeDays, sides, toDay);
  });

/**
 * Why a difference on the days of credits proves nothing: a settlement paid on these days may have an earlier date that was not read, or the day of a payment
 * is unknown. Undefined if neither is so. When the service lists settlements by payment date, the read days are payment days.
 */
function describeUncertainty(
  data: FigureData,
  { antes, ventana, undated }: { readonly antes: CivilDate; readonly ventana: DateWindow; readonly undated: boolean },
): NoData | undefined {
  const byPayment = isReadByOtherDate(data, 'liquidaciones');
  const { motivo: previous } = readSide(readStretches(data, 'liquidaciones'), { desde: antes, hasta: ventana.hasta });
  if (!byPayment && previous !== null) return 'parcial';
  if (!undated) return undefined;
  return readSide(data.cache.readStretches('movimientos', 'fecha'), ventana).motivo ?? 'sin_fecha_de_pago';
}

/**
 * Compares settlements by day of payment with the calendar's credits. The day of payment comes from the bank's movement, or else from the payment date of the
 * operations. If both are unknown, or settlements of earlier days were not read, a difference proves nothing.
 */
export const compareCreditedWithCalendario: Comparison = async (data, { months, ...request }) => {
  const stretches = data.cache.readStretches('movimientos', 'fecha');
  const banco = stretches.length > 0 && isContracted(stretches);
  const unlinked = banco ? await readUnlinked(data, request.desde) : [];
  return compareMonths(months, async (periodo) => {
    const month = clipMonth(periodo, request);
    const identity = { control: 'calendario_acreditado', campo: 'acreditado', periodo, tarjeta: null } as const;
    const window = closeWindow(data, month, 'liquidaciones');
    if (typeof window === 'string') {
      const open = linkToCredited(month.desde, month.hasta, banco);
      return withoutData({ ...identity, ...month, abrir: open }, window);
    }
    const before = addDays(window.desde, -DEADLINE_DAYS);
    const calculated = new Map<string, bigint | null>();
    const inBank = new Map<string, bigint | null>();
    let undated = false;
    for (const { pago, total_acreditado, acreditada } of await data.sumador.crossCheck(before, window.hasta)) {
      if (pago === null) undated ||= total_acreditado !== 0n;
      else addTo(calculated, pago, total_acreditado);
      if (pago !== null && acreditada !== false) addTo(inBank, pago, total_acreditado);
    }
    const expected = await readCalendario(data, 'acreditado', window);
    const theirs = { ...identity, ...window, abrir: linkToCredited(window.desde, window.hasta, banco) };
    const checkAgainst = (its: ByDay) =>
      compareDays(theirs, listDatesBetween(window.desde, window.hasta), { esperado: expected, calculado: its }, (day) =>
        linkToCredited(day, day, banco),
      );
    // The API description does not say whether the calendar counts a payment that was due and is missing in the bank feed. Takes the comparison with
    // fewer differences.
    const [byPaymentDate, byBankDate] = [checkAgainst(calculated), checkAgainst(inBank)];
    const days = byBankDate.filasTotal < byPaymentDate.filasTotal ? byBankDate : byPaymentDate;
    const uncertain =
      days.filasTotal === 0 ? undefined : describeUncertainty(data, { antes: before, ventana: window, undated });
    if (uncertain !== undefined) return withoutData(theirs, uncertain);
    const missing = sumUnlinked(unlinked, window);
    return missing === 0n ? days : { ...days, listaDeMas: formatPlain(-missing) };
  });
};
