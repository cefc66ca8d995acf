import type { Control, CheckDocument, ChecksDocument } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { addDays, parseIsoDate, type DateWindow, daysOfMonth, listMonthsBetween, monthOf } from '#domain/civil-date.ts';
import { listUnreadDays } from '#domain/checks.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES } from '#storage/cache/index.ts';
import { failureOf, failuresIn } from '../coverage/failure.ts';
import type { FunctionsOf } from '../dispatch/dispatch.ts';
import type { FigureData, FigureDeps } from '../figures/adder.ts';
import { compareCreditedWithCalendario, compareSoldWithCalendario } from './against-calendario.ts';
import { compareWithBank, compareWithTaxRecords } from './by-tie.ts';
import { compareWithTotals } from './against-totals.ts';
import { compareImpuestosFromWithin, compareLiquidacionesFromWithin, SALES_DAYS } from './by-liquidacion.ts';
import { countStates, readStretches, withoutData, type Comparison } from './compare.ts';

const MAX_MONTHS = 60;

/** Throws `ENTRADA_INVALIDA` for a period that ends before it begins, or that is too long. */
export function requirePeriod({ desde, hasta }: DateWindow): void {
  if (desde <= hasta && listMonthsBetween(monthOf(desde), monthOf(hasta)).length <= MAX_MONTHS) return;
  throw new AppError('ENTRADA_INVALIDA', {
    mensaje:
      desde > hasta ? REFUSALS.periodBackwards('leyó', 'Revisá las fechas.') : REFUSALS.periodTooLong(MAX_MONTHS),
  });
}

/** The lists that each check needs. `ofSums`: true for a check of sums, from which rows set aside are missing; the others compare row by row. */
const CONTROLS: Readonly<Record<Control, { readonly sides: readonly ServiceMethod[]; readonly ofSums?: true }>> = {
  liquidaciones_totales: { sides: ['liquidaciones-totales', 'liquidaciones'], ofSums: true },
  impuestos_totales: { sides: ['impuestos-totales', 'impuestos'], ofSums: true },
  calendario_vendido: { sides: ['calendario', 'operaciones'], ofSums: true },
  calendario_acreditado: { sides: ['calendario', 'liquidaciones'], ofSums: true },
  liquidacion_operaciones: { sides: ['liquidaciones', 'operaciones'], ofSums: true },
  liquidacion_neto: { sides: ['liquidaciones'] },
  impuestos_partes: { sides: ['impuestos'] },
  liquidacion_banco: { sides: ['liquidaciones', 'movimientos', 'operaciones'] },
  liquidacion_impuestos: { sides: ['liquidaciones', 'impuestos'] },
};

/** Replaces the reason `sin_leer` by `rechazado` if the service refused or failed to give the data. */
function withRefusals({ cache }: FigureData, checks: readonly CheckDocument[]): CheckDocument[] {
  const isRefused = (method: ServiceMethod, month: string): boolean =>
    failuresIn(cache, method, daysOfMonth(month)).length > 0 ||
    (failureOf(cache, method) !== undefined && cache.readStretches(method, TABLES[method].fecha ?? '').length === 0);
  return checks.map((each) =>
    each.motivo === 'sin_leer' && CONTROLS[each.control].sides.some((method) => isRefused(method, each.periodo))
      ? { ...each, motivo: 'rechazado' }
      : each,
  );
}

/** When rows were set aside, a difference of sums proves nothing: the rows set aside may be the whole difference. */
function withholdOverPart({ cache }: FigureData, each: CheckDocument): CheckDocument {
  const [from, to] = [parseIsoDate(each.desde), parseIsoDate(each.hasta)];
  if (each.estado !== 'difiere' || CONTROLS[each.control].ofSums !== true) return each;
  const lacks = CONTROLS[each.control].sides.some((method) => {
    const moments = readStretches({ cache }, method).map(({ leido }) => leido);
    return (
      moments.length > 0 && cache.countSetAsideIn(method, { desde: from, hasta: to, leido: Math.min(...moments) }) > 0
    );
  });
  return lacks ? withoutData(each, 'apartadas') : each;
}

function withUnreadDays({ cache }: FigureData, each: CheckDocument): CheckDocument {
  const [desde, hasta] = [parseIsoDate(each.desde), parseIsoDate(each.hasta)];
  if (each.motivo !== 'parcial' || desde === undefined || hasta === undefined) return each;
  const sides = CONTROLS[each.control].sides.map((method) => ({
    stretches: readStretches({ cache }, method),
    days: {
      desde:
        each.control === 'liquidacion_operaciones' && method === 'operaciones' ? addDays(desde, -SALES_DAYS) : desde,
      hasta,
    },
  }));
  return { ...each, diasSinLeer: listUnreadDays(sides) };
}

const COMPARISONS: readonly Comparison[] = [
  (data, { months }) => compareWithTotals(data, 'liquidaciones', months),
  (data, { months }) => compareWithTotals(data, 'impuestos', months),
  compareSoldWithCalendario,
  compareCreditedWithCalendario,
  compareLiquidacionesFromWithin,
  compareImpuestosFromWithin,
  compareWithBank,
  compareWithTaxRecords,
];

/** Runs every check; a check without enough data states why. Differences come first. Totals are compared by whole months; each document states its days. */
export async function runChecks(
  data: FigureData,
  { desde, hasta }: DateWindow,
  signal = new AbortController().signal,
): Promise<ChecksDocument> {
  const months = listMonthsBetween(monthOf(desde), monthOf(hasta));
  const made: CheckDocument[] = [];
  for (const compare of COMPARISONS) made.push(...(await compare(data, { months, desde, hasta, signal })));
  const all = withRefusals(data, made).map((each) => withUnreadDays(data, withholdOverPart(data, each)));
  const order = { difiere: 0, sin_datos: 1, coincide: 2 } as const;
  return { desde, hasta, controles: all.sort((a, b) => order[a.estado] - order[b.estado]), ...countStates(all) };
}

export const createChecks = ({ accounts, withData }: Omit<FigureDeps, 'clock'>): FunctionsOf<'controles.ver'> => ({
  async ver({ cuenta: name, desde, hasta }, { signal }) {
    requirePeriod({ desde, hasta });
    const account = await accounts.choose(name);
    return withData(account, (data) => runChecks(data, { desde, hasta }, signal), signal);
  },
});
