import type { HomeContracargos, HomeCost, HomeMonthCost, FigureTarget, InDoubt } from '#contract/home.ts';
import { type CivilDate, daysOfMonth, addDays, monthOf } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import { formatPlain } from '#domain/money.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type Group, type Query } from '#storage/cache/index.ts';
import { toCoverageDocument, isMissingDays } from '../coverage/coverage.ts';
import type { FigureData } from '../figures/adder.ts';
import { listDatesBetween, readIn } from '../figures/days.ts';
import { MAIN_AMOUNTS } from '#contract/data-fields.ts';

export const CONTRACARGO = 'CONTRACARGO';

interface Period {
  /** `YYYY-MM`, in order. */
  readonly meses: readonly string[];
  readonly hoy: CivilDate;
  readonly ahora: Instant;
}

/** Tells whether a month of a view was read up to today, by the view's date or by the date that the service chose (empty field). */
function isReadIn({ cache }: FigureData, method: ServiceMethod, { hoy, ahora }: Period): (month: string) => boolean {
  const own = TABLES[method].fecha ?? '';
  return (month) => {
    const { desde, hasta } = daysOfMonth(month);
    return [own, ''].some((dateField) => {
      const request = { metodo: method, campoFecha: dateField, desde, hasta: hasta > hoy ? hoy : hasta, ahora };
      const coverage = toCoverageDocument(cache, request);
      return coverage.desde !== null && !isMissingDays(coverage);
    });
  };
}

/** `part` of `total` in hundredths of a percent, rounded; null if `total` is not positive, or if either amount is unknown. */
function toHundredths(part: bigint | null, total: bigint | null): number | null {
  if (part === null || total === null || total <= 0n) return null;
  const doubled = (part * 20_000n) / total;
  return Number((doubled + (doubled < 0n ? -1n : 1n)) / 2n);
}

/** The sums in the order of `FIELDS`; a sum is null if a settlement lacks the amount. */
type MonthSum = (bigint | null)[];
const FIELDS = ['total_facturado', 'total_descontado', 'descontado_arancel', 'descontado_impuesto'] as const;
const createZero = (): MonthSum => FIELDS.map(() => 0n);

function add(sum: MonthSum, { sumas: sums, faltan }: Group): void {
  sums.forEach((itsSum, i) => {
    const before = sum[i] ?? null;
    sum[i] = before === null || (faltan[i] ?? 0) > 0 ? null : before + itsSum;
  });
}

/** The costs of each card, by billed amount with the largest first, and at the end the costs of all cards together. */
export async function costsOf(data: FigureData, period: Period): Promise<readonly HomeCost[]> {
  const { meses, hoy } = period;
  const [first = ''] = meses;
  const last = meses.at(-1) ?? first;
  const { desde } = daysOfMonth(first);
  const groups = await data.sumador.group(
    { metodo: 'liquidaciones', desde, hasta: hoy },
    {
      por: [{ campo: 'tarjeta' }, { campo: 'fecha', mes: true }],
      sumas: FIELDS,
    },
  );
  const byTarjeta = new Map<string | null, Map<string, MonthSum>>([[null, new Map()]]);
  for (const group of groups) {
    const [tarjeta, month = ''] = group.keys;
    for (const which of new Set([tarjeta ?? '', null])) {
      const theirs = byTarjeta.get(which) ?? new Map<string, MonthSum>();
      byTarjeta.set(which, theirs);
      const sum = theirs.get(month ?? '') ?? createZero();
      theirs.set(month ?? '', sum);
      add(sum, group);
    }
  }
  const wasRead = isReadIn(data, 'liquidaciones', period);
  const readMonths = new Set(meses.filter(wasRead));
  const { desde: from } = daysOfMonth(meses.find((month) => readMonths.has(month)) ?? first);
  const open = { vista: 'liquidaciones', desde: from, hasta: hoy } as const;
  const toCostRow = (tarjeta: string | null, theirs: ReadonlyMap<string, MonthSum>): HomeCost => ({
    tarjeta,
    meses: meses.map((month): HomeMonthCost => {
      const sum = readMonths.has(month) ? theirs.get(month) : undefined;
      if (sum === undefined) return { mes: month, total: null, arancel: null, impuestos: null };
      const [invoiced = null, ...parts] = sum;
      const [total = null, fee = null, impuestos = null] = parts.map((part) => toHundredths(part, invoiced));
      return { mes: month, total, arancel: fee, impuestos };
    }),
    abrir: tarjeta === null ? open : { ...open, filtros: [{ campo: 'tarjeta', valor: tarjeta }] },
  });
  const sumBilled = (theirs: ReadonlyMap<string, MonthSum>): bigint =>
    [...theirs.values()].reduce((sum, [each = null]) => sum + (each ?? 0n), 0n);
  const tarjetas = [...byTarjeta]
    .filter(([tarjeta, theirs]) => tarjeta !== null && sumBilled(theirs) > 0n)
    .sort(([, a], [, b]) => (sumBilled(b) > sumBilled(a) ? 1 : -1));
  const all = byTarjeta.get(null) ?? new Map<string, MonthSum>();
  const present = tarjetas.length > 0 || readMonths.has(last);
  return present ? [...tarjetas.map(([tarjeta, theirs]) => toCostRow(tarjeta, theirs)), toCostRow(null, all)] : [];
}

/** Counts the days of a month up to today that no reading of a view covers, by the date field that covers most of them. */
function countUnread({ cache }: FigureData, method: ServiceMethod, days: readonly CivilDate[]): number {
  const counts = [TABLES[method].fecha ?? '', ''].map((dateField) => {
    const wasRead = readIn(cache.readStretches(method, dateField).filter(({ contratado }) => contratado));
    return days.filter((day) => !wasRead(day)).length;
  });
  return Math.min(...counts);
}

/** Chargebacks by month; null for a month of which no day was read. */
export async function contracargosOf(data: FigureData, period: Period): Promise<readonly HomeContracargos[]> {
  const { meses, hoy } = period;
  const [first = ''] = meses;
  const filters = [{ campo: 'motivo', valores: [CONTRACARGO] }];
  const groups = await data.sumador.group(
    { metodo: 'rechazos', desde: daysOfMonth(first).desde, hasta: hoy, filtros: filters },
    { por: [{ campo: 'fecha', mes: true }], sumas: ['importe'] },
  );
  const byMonth = new Map(groups.map((group) => [group.keys[0], group]));
  const wasRead = isReadIn(data, 'rechazos', period);
  return meses.map((month) => {
    const { desde, hasta } = daysOfMonth(month);
    const group = byMonth.get(month);
    const days = [...listDatesBetween(desde, hasta > hoy ? hoy : hasta)];
    const unread = wasRead(month) ? 0 : countUnread(data, 'rechazos', days);
    const present = unread < days.length;
    return {
      mes: month,
      sinLeer: unread,
      cantidad: present ? (group?.n ?? 0) : null,
      importe: present ? formatPlain(group?.sumas[0] ?? 0n) : null,
      abrir: { vista: 'rechazos', desde, hasta, filtros: [{ campo: 'motivo', valor: CONTRACARGO }] },
    };
  });
}

type Summed = InDoubt['vista'];

interface Rows {
  readonly consulta: Query & { readonly metodo: Summed };
  readonly abrir: FigureTarget;
}

/** Queries for the rows that *Inicio* adds up itself. Sold and credited amounts come as sums from the service. */
function addUp(months: readonly string[], today: CivilDate): readonly Rows[] {
  const { desde } = daysOfMonth(months[0] ?? monthOf(today));
  const paid = { campoFecha: 'fecha_pago', desde: addDays(today, 1) };
  const period = { desde, hasta: today };
  return [
    { consulta: { metodo: 'operaciones', ...paid }, abrir: { vista: 'operaciones', ...paid } },
    { consulta: { metodo: 'liquidaciones', ...period }, abrir: { vista: 'liquidaciones', ...period } },
    {
      consulta: { metodo: 'rechazos', ...period, filtros: [{ campo: 'motivo', valores: [CONTRACARGO] }] },
      abrir: { vista: 'rechazos', ...period, filtros: [{ campo: 'motivo', valor: CONTRACARGO }] },
    },
  ];
}

/** The rows in doubt that the figures of *Inicio* include, by view; empty if there are none. */
export async function inDoubtOf(
  { sumador }: Pick<FigureData, 'sumador'>,
  { meses, hoy }: { readonly meses: readonly string[]; readonly hoy: CivilDate },
): Promise<readonly InDoubt[]> {
  const found = await Promise.all(
    addUp(meses, hoy).map(async ({ consulta: query, abrir }): Promise<readonly InDoubt[]> => {
      const sums = MAIN_AMOUNTS[query.metodo] ?? [];
      const [sum] = await sumador.group({ ...query, enDuda: true }, { por: [], sumas: sums });
      if (sum === undefined || sum.n === 0) return [];
      return [{ vista: query.metodo, filas: sum.n, importe: formatPlain(sum.sumas[0] ?? 0n), abrir }];
    }),
  );
  return found.flat();
}
