/** What was due and did not arrive, charges that the bank has not debited, and the share that taxes take of this account's sales. */
import { findPayments } from '#domain/cierre/ties.ts';
import { sumOf } from '#domain/cierre/rows.ts';
import { addDays, type CivilDate, getMonthStart } from '#domain/civil-date.ts';
import { isContracted } from '../coverage/coverage.ts';
import type { FigureData } from '../figures/adder.ts';
import { readCompact } from '../figures/compact.ts';

/** Settlements of so many days are looked at. */
const DAYS = 120;
const RATE_MONTHS = 3;

interface Unpaid {
  readonly liquidaciones: number;
  readonly importe: bigint;
  /** The first and the last settlement's date; null without any. */
  readonly desde: string | null;
  readonly hasta: string | null;
}

export interface Receivable {
  /** Due before today, or before the last day of the bank that was read, and in no movement. */
  readonly vencido: Unpaid;
  /** Settlements without operations, which have no due date, in no movement. */
  readonly cargos: Unpaid;
  /** Taxes of the last three months over what the other deductions left, in hundredths of a percent; null where nothing was settled. */
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

/** Without a bank feed nobody knows what arrived: nothing is overdue then. */
export async function readReceivable(data: FigureData, today: CivilDate): Promise<Receivable> {
  const tasa = await readRate(data, today);
  const stretches = data.cache.readStretches('movimientos', 'fecha');
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined || !isContracted(stretches))
    return { vencido: NONE, cargos: NONE, tasa };
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
    tasa,
  };
}
