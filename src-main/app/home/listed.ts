/** The lists that figures of credits open, and why a list does not add up to its figure. */
import type { FigureTarget, ListTotal } from '#contract/home.ts';
import { readSide } from '#domain/checks.ts';
import { addDays, type DateWindow } from '#domain/civil-date.ts';
import { sumOf, type Movement } from '#domain/cierre/rows.ts';
import { formatPlain } from '#domain/money.ts';
import { DEADLINE_DAYS, type FigureData } from '../figures/adder.ts';

const LINKED = 'conciliado';

export const byPayDate = (from: string, to?: string): FigureTarget => ({
  vista: 'operaciones',
  campoFecha: 'fecha_pago',
  desde: from,
  ...(to === undefined ? {} : { hasta: to }),
});

/** The address of the rows behind some credits: movements that pay something or, without a bank feed, operations that were due. */
export const linkToCredited = (from: string, to: string, banco: boolean): FigureTarget =>
  banco
    ? { vista: 'movimientos', desde: from, hasta: to, filtros: [{ campo: LINKED, valor: 'true' }] }
    : byPayDate(from, to);

/** The payments of some days that `linkToCredited` does not open. */
export const sumUnlinked = (unlinked: readonly Movement[], { desde, hasta }: DateWindow): bigint =>
  sumOf(
    unlinked.filter(({ fecha }) => fecha >= desde && fecha <= hasta),
    ({ importe }) => importe,
  );

type Part = ListTotal['partes'][number];

/** The document of a list that adds up to `listed`; null if that is the figure, which is the list and the parts together. */
export function toListTotal(listed: bigint, parts: readonly (readonly [Part['motivo'], bigint])[]): ListTotal | null {
  const partes = parts.flatMap(([motivo, importe]) =>
    importe === 0n ? [] : { motivo, importe: formatPlain(importe) },
  );
  return partes.length === 0 ? null : { importe: formatPlain(listed), partes };
}

/** Compares what was credited on some days with the list that `linkToCredited` opens. */
export type CompareList = (days: DateWindow, credited: bigint) => ListTotal | null;

/** Reads what the lists of these days add up to. `unlinked` is used only with a bank feed. */
export async function readLists(
  { cache, sumador }: FigureData,
  days: DateWindow,
  { banco, unlinked }: { readonly banco: boolean; readonly unlinked: readonly Movement[] },
): Promise<CompareList> {
  const linked = { metodo: 'movimientos', ...days, filtros: [{ campo: LINKED, valores: [1] }] } as const;
  const [all, others] = await Promise.all(
    banco
      ? [
          sumador.group(linked, { por: [{ campo: 'fecha' }], sumas: ['importe_neto'] }),
          sumador.group(
            { ...linked, filtros: [...linked.filtros, { campo: 'liquidaciones_id', valores: [null, ''] }] },
            { por: [{ campo: 'fecha' }], sumas: ['importe_neto'] },
          ),
        ]
      : [
          sumador.group(
            { metodo: 'operaciones', campoFecha: 'fecha_pago', ...days },
            { por: [{ campo: 'fecha_pago' }], sumas: ['importe'] },
          ),
        ],
  );
  const addUp = (groups: typeof all = [], { desde, hasta }: DateWindow): bigint =>
    sumOf(
      groups.filter(({ keys: [day] }) => (day ?? '') >= desde && (day ?? '') <= hasta),
      ({ sumas: [sum = 0n] }) => sum,
    );
  const stretches = banco
    ? cache.readStretches('movimientos', 'fecha')
    : cache.readStretches('operaciones', 'fecha_pago');
  const settled = cache.readStretches('liquidaciones', 'fecha');
  return (window, credited) => {
    const listed = addUp(all, window);
    // A payment without a link is found by its settlement, which may be earlier than the payment.
    const paid = { desde: addDays(window.desde, -DEADLINE_DAYS), hasta: window.hasta };
    const isRead = readSide(stretches, window).motivo === null && (!banco || readSide(settled, paid).motivo === null);
    const unknown = isRead ? 'sin_explicar' : 'sin_bajar';
    if (!banco) return toListTotal(listed, [[listed > credited ? 'descuentos' : unknown, credited - listed]]);
    const [debitos, sinVincular] = [-addUp(others, window), sumUnlinked(unlinked, window)];
    return toListTotal(listed, [
      ['debitos', debitos],
      ['sin_vincular', sinVincular],
      [unknown, credited - listed - debitos - sinVincular],
    ]);
  };
}
