/**
 * Whether the service minds the dates it is asked for, and which date those are (TRAPS.md, `filtros`, `fecha_filtro`). Where the description
 * says the date, a row from outside is enough. Where it does not, a window long before any sale is asked: who answers rows there ignores it.
 */
import { AppError, isAppError } from '#contract/errors.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { Alcance, Fuente, Hoja } from './fuentes.ts';
import type { Memoria } from './memoria.ts';

const LEJOS = parseIsoDate('2000-01-01');
/** Where it is kept that a method is filtered by a date that its rows do not carry. */
export const claveDeFiltro = (metodo: string): string => `fecha_filtro:${metodo}`;
export const FILTRA_POR_OTRA = 'otra';

export function crearFiltros(fuente: Fuente, memoria: Memoria) {
  const { metodo, campo, campoCierto, momento } = fuente;
  let otra = !campoCierto && memoria.saber(claveDeFiltro(metodo)) === FILTRA_POR_OTRA;

  const deAfuera = ({ filas }: Hoja, { ventana: { desde, hasta } }: Alcance): number =>
    filas.filter(({ fila }) => {
      const cuando = momento(fila);
      return cuando !== null && (cuando.dia < desde || cuando.dia > hasta);
    }).length;

  async function ignora(signal: AbortSignal): Promise<boolean> {
    if (LEJOS === undefined) return false;
    try {
      return (await fuente.pagina({ ventana: { desde: LEJOS, hasta: LEJOS } }, signal)).filas.length > 0;
    } catch (error) {
      // A date that is refused is a date that is read.
      if (isAppError(error, 'PEDIDO_RECHAZADO')) return false;
      throw error;
    }
  }

  return {
    /** The field that the service filters by; null when it is none that the rows carry. */
    campo: (): string | null => (otra ? null : campo),
    /** Throws `FILTRO_IGNORADO`. */
    async revisar(hoja: Hoja, alcance: Alcance, signal: AbortSignal): Promise<void> {
      if (otra || deAfuera(hoja, alcance) === 0) return;
      if (campoCierto || (await ignora(signal))) throw new AppError('FILTRO_IGNORADO', { detail: { metodo } });
      otra = true;
      memoria.aprender(claveDeFiltro(metodo), FILTRA_POR_OTRA);
      memoria.cambiarCampo(metodo, campo);
    },
  };
}
