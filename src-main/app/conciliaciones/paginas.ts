import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { ConciliacionesServicio, CuponResultado, ResultadoPagina } from '#domain/conciliacion.ts';
import { createSeenCoupons } from '#domain/cupones/duplicates.ts';
import { firstPageOf } from '../upload/first-page-of.ts';

/** `SeenCoupons` counts as a sheet does: its first row is the second, under a header. */
const PRIMER_LUGAR = 2;

const textoDe = ({ cupon }: CuponResultado): string => JSON.stringify(cupon);
const textosDe = ({ cupones }: ResultadoPagina): string => cupones.map(textoDe).join('\n');

/** Whether a page has rows of an earlier one: equal sales do happen, and so do rows that move while they are read. */
function createRepetidas(): (leida: ResultadoPagina, pagina: number) => boolean {
  const vistas = createSeenCoupons();
  return ({ cupones }, pagina) => {
    const lugar = PRIMER_LUGAR + pagina;
    const repetidas = cupones.filter((fila) => {
      const digest = hash('sha256', textoDe(fila), 'buffer');
      const primera = vistas.firstSeen(digest.readUInt32LE(0), digest.readUInt32LE(4), lugar);
      return primera !== undefined && primera !== lugar;
    });
    return repetidas.length > 0;
  };
}

/**
 * The pages of a result, at least one. Throws `CONCILIACION_INEXISTENTE`; `LECTURA_INESTABLE` where rows came twice and the first page is another one by
 * then, so that others may not have come at all; and what the service throws.
 */
export async function* paginasDe(
  servicio: Pick<ConciliacionesServicio, 'resultado'>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ResultadoPagina> {
  const repite = createRepetidas();
  let primera: ResultadoPagina | undefined;
  let numero = 0;
  let dudosa = false;
  for await (const leida of servicio.resultado(id, signal)) {
    primera ??= leida;
    dudosa = repite(leida, numero) || dudosa;
    numero += 1;
    yield leida;
  }
  if (primera === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
  if (!dudosa) return;
  const ahora = await firstPageOf(servicio, id, signal);
  if (ahora === undefined || textosDe(ahora) !== textosDe(primera)) throw new AppError('LECTURA_INESTABLE');
}
