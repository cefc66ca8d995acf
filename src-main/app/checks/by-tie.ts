/** The ties of a month's closing as checks, by month for the whole account: settlements with the bank, and their taxes with tax records. */
import type { FigureTarget } from '#contract/home.ts';
import { findLastWholeDay, readSide } from '#domain/checks.ts';
import { sumFields, sumOf, type Row } from '#domain/cierre/rows.ts';
import { findPayments, tieBank, tieTaxes, type Tie } from '#domain/cierre/ties.ts';
import { clipMonth, type DateWindow } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import { readChunks, readCompact } from '../figures/adder.ts';
import { comparisonOf, identify, readStretches, rowOf, withoutData, type Comparison } from './compare.ts';

const toRows = ({ filas }: Tie, vista: FigureTarget['vista'], days: DateWindow) =>
  filas.map(({ numero, esperado, encontrado, clase }) =>
    rowOf(
      numero,
      { esperado, calculado: encontrado },
      { vista, ...days, filtros: [{ campo: 'numero', valor: numero }] },
      { clase },
    ),
  );

/** Compares with the bank the settlements of each month that were paid, or that were due by its end (by the last day of the bank that was read whole, if earlier). */
export const compareWithBank: Comparison = async (data, { months, ...request }) => {
  const bank = readStretches(data, 'movimientos');
  const last = findLastWholeDay(bank);
  const { compactSettlements, bankMovements } = await readCompact(data, request.desde, { cuitOf: () => null });
  const payments = findPayments(compactSettlements, bankMovements);
  return months.map((periodo) => {
    const days = clipMonth(periodo, request);
    const what = { control: 'liquidacion_banco', campo: 'total_acreditado', periodo } as const;
    const identity = identify(what, 'liquidaciones', days);
    const isNone = last === undefined || last < days.desde;
    const known = { ...days, hasta: isNone || last > days.hasta ? days.hasta : last };
    const { motivo } = readSide(bank, known);
    if (motivo !== null || isNone) return withoutData(identity, motivo ?? 'parcial');
    const own = compactSettlements.filter(({ fecha }) => fecha >= days.desde && fecha <= days.hasta);
    const tie = tieBank(own, { payments, hasta: known.hasta, bancoHasta: last });
    const compared = own.filter(
      ({ id, vence }) => (payments.get(id)?.fecha ?? null) !== null || (vence !== null && vence <= known.hasta),
    );
    const sides = {
      esperado: sumOf(compared, ({ neto }) => neto),
      calculado: sumOf(compared, ({ id }) => payments.get(id)?.importe ?? 0n),
    };
    const notDue = sumOf(own, ({ neto }) => neto) - sides.esperado;
    const doc = comparisonOf(identity, sides, toRows(tie, 'liquidaciones', days));
    return notDue === 0n ? doc : { ...doc, listaDeMas: formatPlain(notDue) };
  });
};

export const compareWithTaxRecords: Comparison = async (data, { months, signal, ...request }) => {
  const [settlements, records]: [Row[], Row[]] = [[], []];
  const queries = (['liquidaciones', 'impuestos'] as const).map((metodo) => ({ metodo, ...request }));
  for await (const { rows, metodo } of readChunks(data, queries, signal))
    (metodo === 'impuestos' ? records : settlements).push(...rows);
  const isIn =
    ({ desde, hasta }: DateWindow) =>
    ({ fecha = null }: Row): boolean =>
      typeof fecha === 'string' && fecha >= desde && fecha <= hasta;
  return months.map((periodo) => {
    const days = clipMonth(periodo, request);
    const what = { control: 'liquidacion_impuestos', campo: 'descontado_impuesto', periodo } as const;
    const identity = identify(what, 'impuestos', days);
    const motivo =
      (['liquidaciones', 'impuestos'] as const)
        .map((method) => readSide(readStretches(data, method), days).motivo)
        .find((each) => each !== null) ?? undefined;
    if (motivo !== undefined) return withoutData(identity, motivo);
    const [own, theirs] = [settlements.filter(isIn(days)), records.filter(isIn(days))];
    const sides = {
      esperado: sumOf(own, (row) => sumFields(row, ['descontado_impuesto'])),
      calculado: sumOf(theirs, (row) => sumFields(row, ['total_impuestos', 'total_retenciones', 'total_percepciones'])),
    };
    return comparisonOf(identity, sides, toRows(tieTaxes(own, theirs), 'impuestos', days));
  });
};
