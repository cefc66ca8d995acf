import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import { isAppError } from '#contract/errors.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { placeKeyOf, type ReportCupon } from '#domain/report.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { textIn } from '#domain/row.ts';
import { describePruned } from '#domain/texts/explanations.ts';
import { describeCoverage } from '../browse/titles.ts';
import type { ReportExplanations, ReportSource } from '../reports/source.ts';

/**
 * Returns a function that gives the short name of the reason of each unmatched coupon of a report. Finds coupons by place and content, because the
 * explanation may come from the ledger and the report from a stored result. Several equal coupons get one reason each, in order.
 */
export function reasonsOf(doc: ExplanationsDocument): (cupon: Omit<ReportCupon, 'motivo'>) => string | undefined {
  const explained = Map.groupBy(doc.cupones, placeKeyOf);
  return (cupon) => explained.get(placeKeyOf(cupon))?.shift()?.nombre;
}

/**
 * Returns a function that gives the difference of each coupon from its operation, decimal text. The first coupon of a link gets the difference of the
 * whole link, the other coupons get null. Also null without both amounts, and for an unlinked sale that may be divided, because one operation is only
 * a part of the sale.
 */
function createDifferences(): (explained: ExplainedCupon) => string | null {
  const told = new Set<number>();
  return ({ cupon, motivo, candidatos: [first], decision }) => {
    const link = decision?.vinculo ?? null;
    if (link !== null) {
      if (told.has(link.n)) return null;
      told.add(link.n);
      return link.diferencia;
    }
    if (motivo === 'DIVIDIDA' || first === undefined) return null;
    const own = parseMoney(cupon.importe ?? '', 'sin-miles');
    const its = parseMoney(textIn(first.operacion, 'importe') ?? '', 'sin-miles');
    return own === undefined || its === undefined ? null : formatPlain(BigInt(own - its));
  };
}

export function explanationsForReport(doc: ExplanationsDocument): ReportExplanations {
  const differenceOf = createDifferences();
  return {
    cupones: doc.cupones.map((one) => ({ ...one, diferencia: differenceOf(one) })),
    causas: doc.causas,
    notas: [...(doc.podados === 0 ? [] : [describePruned(doc.podados)]), describeCoverage(doc.cobertura)],
  };
}

/** Adds the reasons of unmatched coupons, and their sheets, to a report. Leaves out coupons that the report shows as matched: the explanation may be older. */
export function withReasons<S extends Pick<ReportSource, 'cupones'>>(source: S, doc: ExplanationsDocument): S {
  const left = new Map<string, number>();
  for (const unmatched of source.cupones(['sin_conciliar'])) {
    const key = placeKeyOf(unmatched);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const cupones = doc.cupones.filter((explained) => {
    const key = placeKeyOf(explained);
    const times = left.get(key) ?? 0;
    left.set(key, times - 1);
    return times > 0;
  });
  const unmatched = { ...doc, cupones };
  return {
    ...source,
    explanations: explanationsForReport(unmatched),
    *cupones(dispositions: readonly Disposition[]) {
      const reasonOf = reasonsOf(unmatched);
      for (const one of source.cupones(dispositions)) {
        const motivo = one.disposicion === 'sin_conciliar' ? reasonOf(one) : undefined;
        yield motivo === undefined ? one : { ...one, motivo };
      }
    },
  };
}

/** Explains first and then takes the report's source, because a result may be read again meanwhile. If explaining fails, a sheet says so. */
export async function addReasons<S extends Pick<ReportSource, 'cupones'>>(
  getSource: () => S,
  explain: () => Promise<ExplanationsDocument>,
): Promise<S> {
  let doc: ExplanationsDocument;
  try {
    doc = await explain();
  } catch (error) {
    if (!isAppError(error) || error.code === 'CANCELADO') throw error;
    const failed = `No se pudo buscar por qué: ${error.message}`;
    return { ...getSource(), explanations: { cupones: [], causas: [], notas: [failed], fallo: failed } };
  }
  return withReasons(getSource(), doc);
}
