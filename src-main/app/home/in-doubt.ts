import { MAIN_AMOUNTS } from '#contract/data-fields.ts';
import type { FigureTarget, InDoubt } from '#contract/home.ts';
import { addDays, daysOfMonth, monthOf, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import type { Query } from '#storage/cache/index.ts';
import { CONTRACARGO } from './costs.ts';
import type { FigureData } from '../figures/adder.ts';

type Summed = InDoubt['vista'];

interface Rows {
  readonly consulta: Query & { readonly metodo: Summed };
  readonly abrir: FigureTarget;
}

/** The queries of the rows that the first page adds up itself. Sold and credited amounts are sums of the service. */
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

/** The rows in doubt within the figures of the first page, by view; empty without any. */
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
