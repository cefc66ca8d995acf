/** Reads a month of the calendar and checks that it is complete: the description promises an entry for each of its days. */
import { AppError } from '#contract/errors.ts';
import type { CalendarioDay } from '#domain/views/calendario.ts';
import { countDaysBetween, type DateWindow } from '#domain/civil-date.ts';
import { monthOf } from '#domain/months.ts';
import type { Service } from '#service/index.ts';

/** A month that lacks days is read once more; if it still lacks some, it is unstable. Throws `FILTRO_IGNORADO` for days of another month. */
export async function readMonth(
  { calendario }: Pick<Service, 'calendario'>,
  { desde, hasta }: DateWindow,
  signal: AbortSignal,
): Promise<{
  readonly filas: readonly CalendarioDay[];
  readonly estado: 'completa' | 'inestable';
  /** How many days were not understood. */
  readonly cuarentena: number;
}> {
  const days = countDaysBetween(desde, hasta) + 1;
  for (let tries = 1; ; tries += 1) {
    const { filas, cuarentena } = await calendario({ mes: monthOf(desde) }, signal);
    if (filas.some(({ fecha }) => fecha < desde || fecha > hasta)) {
      throw new AppError('FILTRO_IGNORADO', { detail: { metodo: 'calendario' } });
    }
    const isWhole = new Set(filas.map(({ fecha }) => fecha)).size + cuarentena === days;
    if (isWhole || tries === 2) return { filas, estado: isWhole ? 'completa' : 'inestable', cuarentena };
  }
}
