import type { OpenItem } from '#contract/cierre.ts';
import type { Row } from '#domain/cierre/rows.ts';
import type { StoreRef, Taxpayers } from '#domain/cierre/taxpayers.ts';
import { findLastWholeDay } from '#domain/checks.ts';
import { addDays, civilDateAt, type CivilDate, type DateWindow, daysOfMonth } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Passes, Query, Stretch } from '#storage/cache/index.ts';
import { compareWithTotals } from '../checks/against-totals.ts';
import { readStretches } from '../checks/compare.ts';
import { isContracted } from '../coverage/coverage.ts';
import { listDatesBetween } from '../figures/days.ts';
import { type FigureData, readCompact } from '../figures/adder.ts';

/** Sales are assumed to be settled, and settlements to be paid, within this many days: the opening balance needs these days before the month. */
const BEFORE_DAYS = 45;
const MAX_IDS = 500;

export const refOf = (row: Row): StoreRef => ({
  comercio: typeof row['comercio'] === 'string' ? row['comercio'] : null,
  establecimiento: typeof row['establecimiento'] === 'string' ? row['establecimiento'] : null,
});

/** True if a day was read after it had ended. */
const isDayRead = (stretches: readonly Stretch[], day: CivilDate): boolean =>
  stretches.some(({ desde, hasta, leido }) => desde <= day && day <= hasta && day < civilDateAt(leido));

/** The first of the days that were read without a gap up to `day`; the day after `day` if `day` was not read. */
function findStart(stretches: readonly Stretch[], day: CivilDate): CivilDate {
  let start = addDays(day, 1);
  for (const { desde, hasta } of stretches.toReversed())
    if (hasta >= addDays(start, -1) && desde < start) start = desde;
  return start;
}

async function collect(passes: Passes | undefined, query: Query, keep: (row: Row) => boolean): Promise<Row[]> {
  const rows: Row[] = [];
  if (passes === undefined) return rows;
  for await (const chunk of passes.readAll(query)) rows.push(...chunk.filter(keep));
  return rows;
}

const AMOUNTS: Readonly<Partial<Record<ServiceMethod, string>>> = {
  liquidaciones: 'total_acreditado',
  operaciones: 'importe',
  impuestos: 'total_retenciones',
  movimientos: 'importe_neto',
};

/** The open items for data of the month that was not read, or may be wrong. `previous`: the month before is closed, so earlier days are not needed. */
async function listOpen(
  data: FigureData,
  { desde, hasta, previous }: DateWindow & { readonly previous: boolean },
): Promise<readonly OpenItem[]> {
  const methods = Object.keys(AMOUNTS) as readonly (keyof typeof AMOUNTS & ServiceMethod)[];
  const missing = new Set<string>();
  const doubtful = { cuantos: 0, importe: 0n };
  let setAside = 0;
  for (const metodo of methods) {
    const stretches = readStretches(data, metodo);
    if (metodo === 'movimientos' && stretches.length > 0 && !isContracted(stretches)) continue;
    const from = previous || metodo === 'impuestos' ? desde : addDays(desde, -BEFORE_DAYS);
    for (const day of listDatesBetween(from, hasta)) if (!isDayRead(stretches, day)) missing.add(day);
    const leido = Math.min(...stretches.map((stretch) => stretch.leido));
    if (stretches.length > 0) setAside += data.cache.countSetAsideIn(metodo, { desde, hasta, leido });
    const [group] = await data.sumador.group(
      { metodo, desde, hasta, enDuda: true },
      { por: [], sumas: [AMOUNTS[metodo] ?? ''] },
    );
    doubtful.cuantos += group?.n ?? 0;
    doubtful.importe += group?.sumas[0] ?? 0n;
  }
  const items: readonly OpenItem[] = [
    { clave: 'dias', cuantos: missing.size, importe: null },
    { clave: 'apartadas', cuantos: setAside, importe: null },
    { clave: 'en_duda', cuantos: doubtful.cuantos, importe: formatPlain(doubtful.importe) },
  ];
  return items.filter(({ cuantos }) => cuantos > 0);
}

interface MonthRequest {
  readonly mes: string;
  readonly cuit: string;
  readonly taxpayers: Taxpayers;
  readonly previous: boolean;
  readonly signal: AbortSignal;
}

export async function readMonth(data: FigureData, request: MonthRequest) {
  const { mes, cuit, taxpayers, previous, signal } = request;
  const { desde, hasta } = daysOfMonth(mes);
  const bank = readStretches(data, 'movimientos');
  const hasFeed = bank.length > 0 && isContracted(bank);
  const needed: readonly ServiceMethod[] = [
    'operaciones',
    'liquidaciones',
    ...(hasFeed ? (['movimientos'] as const) : []),
  ];
  const starts = needed.map((metodo) => findStart(readStretches(data, metodo), addDays(desde, -1)));
  const from = starts.reduce((latest, day) => (day > latest ? day : latest));
  const { ventas, compactSettlements, bankMovements, known } = await readCompact(
    data,
    from > desde ? desde : from,
    taxpayers,
  );
  const isOwn = (row: Row): boolean => taxpayers.cuitOf(refOf(row)) === cuit;
  const dates = new Map(compactSettlements.map(({ id, fecha }) => [id, fecha]));
  const later = new Set(
    ventas.flatMap(({ liquidacion, mes: sold }) =>
      liquidacion !== null && sold <= mes && (dates.get(liquidacion) ?? '') > hasta ? [liquidacion] : [],
    ),
  );
  const listed = readStretches(data, 'liquidaciones-conciliadas');
  const passes = data.lector?.readPasses(signal);
  const window = { desde, hasta };
  try {
    const all = await collect(passes, { metodo: 'liquidaciones', ...window }, () => true);
    const settledLater: Row[] = [];
    const ids = [...later];
    for (let i = 0; i < ids.length; i += MAX_IDS) {
      const filtros = [{ campo: 'liquidaciones_id', valores: ids.slice(i, i + MAX_IDS) }];
      settledLater.push(...(await collect(passes, { metodo: 'operaciones', hasta, filtros }, isOwn)));
    }
    const unsettled = [{ campo: 'liquidaciones_id', valores: [null] }];
    return {
      mes,
      ...window,
      cuit,
      isOwn,

      liquidaciones: all.filter(isOwn),
      impuestos: await collect(passes, { metodo: 'impuestos', ...window }, isOwn),

      /** Operations sold up to the end of the month and not settled by then. */
      sinLiquidar: [
        ...(await collect(passes, { metodo: 'operaciones', desde: from, hasta, filtros: unsettled }, isOwn)),
        ...settledLater,
      ],

      /** The taxpayer's settlements since the days that the opening balance needs, also later ones, with few fields. */
      compactSettlements: compactSettlements.filter((one) => one.cuit === cuit),
      ventas: ventas.filter((one) => one.cuit === cuit || (one.liquidacion !== null && dates.has(one.liquidacion))),
      bankMovements,
      conocidas: (id: string) => known.get(id) ?? (isDayRead(listed, hasta) ? 0 : undefined),

      /** The last day of which all operations are known. */
      operacionesHasta: findLastWholeDay(readStretches(data, 'operaciones')) ?? '',
      /** The last day of which all bank movements are known; null without a bank feed. */
      bancoHasta: hasFeed ? (findLastWholeDay(bank) ?? '') : null,
      sinCuit: all.filter((row) => taxpayers.cuitOf(refOf(row)) === null),
      totales: [
        ...(await compareWithTotals(data, 'liquidaciones', [mes])),
        ...(await compareWithTotals(data, 'impuestos', [mes])),
      ],
      abiertos: await listOpen(data, { ...window, previous }),
    };
  } finally {
    await passes?.close();
  }
}
export type MonthData = Awaited<ReturnType<typeof readMonth>>;
