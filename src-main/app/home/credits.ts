/** Past and coming credits, day by day. */
import type { FigureTarget, HomeCredit, HomeDocument } from '#contract/home.ts';
import { addDays, type CivilDate, getMonthStart } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { UpcomingCredit } from '#storage/cache/index.ts';
import { listDatesBetween, type DayImportes } from '../figures/days.ts';
import { findPayments, listUnlinked } from '#domain/cierre/ties.ts';
import { sumOf, type Movement } from '#domain/cierre/rows.ts';
import { isContracted } from '../coverage/coverage.ts';
import { type FigureData, readCompact } from '../figures/adder.ts';
import { byPayDate, linkToCredited, toListTotal, type CompareList } from './listed.ts';

/** The line of credits begins this many days before today. */
const DAYS_BEFORE = 12;
const DAYS_AFTER = 16;
const MAX_UPCOMING = 3;

interface KnownCredits {
  readonly hoy: CivilDate;
  readonly leidos: ReadonlyMap<string, DayImportes>;
  /** Undefined if operations were never read by payment date. */
  readonly pendientes: readonly UpcomingCredit[] | undefined;
  readonly banco: boolean;
  readonly credits: Receivable;
  readonly compareList: CompareList;
}

export const getTimelineStart = (today: CivilDate): CivilDate => addDays(today, -DAYS_BEFORE);

/** What is still to be credited on a day: settled amounts, and unsettled sales less the average taxes of the account. */
const netOf = ({ liquidado, estimado }: UpcomingCredit, rate: number | null): bigint =>
  liquidado + estimado - (estimado * BigInt(rate ?? 0)) / 10_000n;

const toPendingDay = (day: UpcomingCredit, rate: number | null): HomeCredit => ({
  fecha: day.fecha,
  clase: 'por_acreditar',
  importe: formatPlain(netOf(day, rate)),
  liquidaciones: day.liquidaciones,
  estimado: day.estimado !== 0n,
  lista: toListTotal(day.ventas, [['descuentos', netOf(day, rate) - day.ventas]]),
  abrir: byPayDate(day.fecha, day.fecha),
});

function sumLater(
  days: readonly UpcomingCredit[],
  { rate, from }: { readonly rate: number | null; readonly from: CivilDate },
): HomeCredit | null {
  if (days.length === 0) return null;
  const net = sumOf(days, (day) => netOf(day, rate));
  const sales = sumOf(days, ({ ventas }) => ventas);
  return {
    fecha: from,
    clase: 'por_acreditar',
    importe: formatPlain(net),
    liquidaciones: days.reduce((n, { liquidaciones }) => n + liquidaciones, 0),
    estimado: days.some(({ estimado }) => estimado !== 0n),
    lista: toListTotal(sales, [['descuentos', net - sales]]),
    abrir: byPayDate(from),
  };
}

const toUnpaid = ({ liquidaciones, importe, desde, hasta }: Receivable['vencido']) => ({
  liquidaciones,
  importe: formatPlain(importe),
  abrir: {
    vista: 'liquidaciones',
    ...(desde === null || hasta === null ? {} : { desde, hasta }),
    filtros: [{ campo: 'acreditada', valor: 'false' }],
  } satisfies FigureTarget,
});

const nothing = { liquidaciones: 0, estimado: false, lista: null } as const;

export function sumDueCredits({
  hoy,
  leidos: days,
  pendientes,
  banco,
  credits: { vencido, cargos, tasa },
  compareList,
}: KnownCredits): Pick<HomeDocument, 'linea' | 'despues' | 'proximas' | 'porAcreditar'> {
  const byDate = new Map((pendientes ?? []).map((day) => [day.fecha, day]));
  const last = addDays(hoy, DAYS_AFTER);
  const line = [...listDatesBetween(getTimelineStart(hoy), last)].map((fecha): HomeCredit => {
    if (fecha <= hoy) {
      const credited = days.get(fecha)?.acreditado ?? null;
      const importe = credited === null ? null : formatPlain(credited);
      const abrir = linkToCredited(fecha, fecha, banco);
      const lista = credited === null ? null : compareList({ desde: fecha, hasta: fecha }, credited);
      return { fecha, clase: importe === null ? 'sin_leer' : 'acreditado', importe, ...nothing, lista, abrir };
    }
    const day = byDate.get(fecha);
    if (day !== undefined) return toPendingDay(day, tasa);
    const [clase, importe] =
      pendientes === undefined ? (['sin_leer', null] as const) : (['por_acreditar', '0.00'] as const);
    return { fecha, clase, importe, ...nothing, abrir: byPayDate(fecha, fecha) };
  });
  const coming = (pendientes ?? []).filter(({ liquidado, estimado }) => liquidado + estimado !== 0n);
  const sum = coming.reduce((total, day) => total + netOf(day, tasa), cargos.importe);
  return {
    linea: line,
    despues: sumLater(
      coming.filter(({ fecha }) => fecha > last),
      { rate: tasa, from: addDays(last, 1) },
    ),
    proximas: coming.slice(0, MAX_UPCOMING).map((day) => toPendingDay(day, tasa)),
    porAcreditar: {
      importe: pendientes === undefined ? null : formatPlain(sum),
      ventas: formatPlain(sumOf(pendientes ?? [], ({ ventas }) => ventas)),
      liquidaciones: coming.reduce((n, { liquidaciones }) => n + liquidaciones, 0),
      operaciones: coming.reduce((n, { operaciones }) => n + operaciones, 0),
      desde: coming[0]?.fecha ?? null,
      estimado: coming.some(({ estimado }) => estimado !== 0n),
      tasaImpuestos: coming.some(({ estimado }) => estimado !== 0n) ? tasa : null,
      cargos: toUnpaid(cargos),
      vencido: toUnpaid(vencido),
      abrir: byPayDate(addDays(hoy, 1)),
    },
  };
}

// Below: amounts that were due and did not arrive, charges that the bank has not debited, and the average taxes of the account.

/** Only settlements of the last so many days count. */
const DAYS = 120;
const RATE_MONTHS = 3;

interface Unpaid {
  readonly liquidaciones: number;
  readonly importe: bigint;
  /** The date of the first and the last settlement; null without any. */
  readonly desde: string | null;
  readonly hasta: string | null;
}

export interface Receivable {
  /** Amounts that were due before today (or up to the last read day of the bank, if earlier) and that no movement pays. */
  readonly vencido: Unpaid;
  /** Settlements without operations, and so without a due date, that no movement pays. */
  readonly cargos: Unpaid;
  /** The payments that the service links to no settlement, found by number and amount. */
  readonly unlinked: readonly Movement[];
  /** Taxes of the last three months, in hundredths of a percent of the amount after other deductions; null without settlements. */
  readonly tasa: number | null;
}

const NONE: Unpaid = { liquidaciones: 0, importe: 0n, desde: null, hasta: null };

async function readRate({ sumador }: FigureData, today: CivilDate): Promise<number | null> {
  const [group] = await sumador.group(
    { metodo: 'liquidaciones', desde: getMonthStart(today, RATE_MONTHS - 1), hasta: today },
    { por: [], sumas: ['descontado_impuesto', 'total_facturado', 'descontado_arancel', 'descontado_cuota'] },
  );
  const [taxes = 0n, billed = 0n, fee = 0n, instalments = 0n] = group?.sumas ?? [];
  const base = billed - fee - instalments;
  return base <= 0n ? null : Number((taxes * 10_000n + base / 2n) / base);
}

/** Without a bank feed nothing counts as overdue, because it is unknown what arrived. */
export async function readReceivable(data: FigureData, today: CivilDate): Promise<Receivable> {
  const tasa = await readRate(data, today);
  const stretches = data.cache.readStretches('movimientos', 'fecha');
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined || !isContracted(stretches))
    return { vencido: NONE, cargos: NONE, unlinked: [], tasa };
  const start = addDays(today, -DAYS);
  const { compactSettlements, bankMovements } = await readCompact(data, first.desde > start ? first.desde : start, {
    cuitOf: () => null,
  });
  const payments = findPayments(compactSettlements, bankMovements);
  const unpaid = compactSettlements.filter(
    ({ id, neto, fecha }) => neto !== 0n && fecha <= today && (payments.get(id)?.fecha ?? null) === null,
  );
  const until = last.hasta < today ? addDays(last.hasta, 1) : today;
  const addUp = (some: typeof unpaid): Unpaid => {
    const dates = some.map(({ fecha }) => fecha).sort();
    return {
      liquidaciones: some.length,
      importe: sumOf(some, ({ neto }) => neto),
      desde: dates[0] ?? null,
      hasta: dates.at(-1) ?? null,
    };
  };
  return {
    vencido: addUp(unpaid.filter(({ vence }) => vence !== null && vence < until)),
    cargos: addUp(unpaid.filter(({ vence }) => vence === null)),
    unlinked: listUnlinked(payments),
    tasa,
  };
}
