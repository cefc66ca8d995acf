/** A month of the calendar, and whether it is whole. The description promises an entry for every day; some services leave days out. */
import { AppError } from '#contract/errors.ts';
import type { DiaCalendario } from '#domain/calendario.ts';
import { daysBetween, type CivilDate } from '#domain/civil-date.ts';
import type { Service } from '#service/index.ts';

interface Mes {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

interface Deps {
  readonly servicio: Pick<Service, 'calendario'>;
  readonly hoy: CivilDate;
}

const mismosDias = (unas: readonly DiaCalendario[], otras: readonly DiaCalendario[]): boolean => {
  const dias = new Set(unas.map(({ fecha }) => fecha));
  return unas.length === otras.length && otras.every(({ fecha }) => dias.has(fecha));
};

/**
 * Days that have not come yet may be left out; of the others the month is asked once more, and those that twice do not come are days of which the
 * service says nothing. Throws `FILTRO_IGNORADO` for days of another month.
 */
export async function leerMes({ servicio, hoy }: Deps, { desde, hasta }: Mes, signal: AbortSignal) {
  const pedir = async () => {
    const leido = await servicio.calendario({ mes: desde.slice(0, 7) }, signal);
    if (leido.filas.every(({ fecha }) => fecha >= desde && fecha <= hasta)) return leido;
    throw new AppError('FILTRO_IGNORADO', { detail: { metodo: 'calendario' } });
  };
  const ultimo = hasta > hoy ? hoy : hasta;
  const esperados = ultimo < desde ? 0 : daysBetween(desde, ultimo) + 1;
  const { filas, cuarentena } = await pedir();
  const estan = (dias: readonly DiaCalendario[], apartadas: number): boolean =>
    dias.filter(({ fecha }) => fecha <= ultimo).length + apartadas >= esperados;
  if (estan(filas, cuarentena)) return { filas, estado: 'completa' } as const;
  const otra = await pedir();
  const esIgual = mismosDias(filas, otra.filas) && cuarentena === otra.cuarentena;
  const estado = esIgual || estan(otra.filas, otra.cuarentena) ? 'completa' : 'inestable';
  return { filas: otra.filas, estado } as const;
}
