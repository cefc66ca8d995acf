import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { ConciliacionesServicio, CuponResultado, ResultadoPagina } from '#domain/conciliacion.ts';
import { createSeenCoupons } from '#domain/cupones/duplicates.ts';

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
 * The pages of a result, at least one, without the empty one behind them. Throws `CONCILIACION_INEXISTENTE`; `LECTURA_INESTABLE` where rows came
 * twice and the first page is another one by then, so that others may not have come at all; and what the service throws.
 */
export async function* paginasDe(
  servicio: Pick<ConciliacionesServicio, 'resultado'>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ResultadoPagina> {
  const pedir = async (pagina: number): Promise<ResultadoPagina> => {
    const leida = await servicio.resultado(id, pagina, signal);
    if (leida === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    return leida;
  };
  const repite = createRepetidas();
  const primera = await pedir(0);
  let leida = primera;
  let dudosa = false;
  for (let pagina = 0; pagina === 0 || leida.cupones.length + leida.cuarentena > 0; pagina += 1) {
    dudosa = repite(leida, pagina) || dudosa;
    yield leida;
    leida = await pedir(pagina + 1);
  }
  if (dudosa && textosDe(await pedir(0)) !== textosDe(primera)) throw new AppError('LECTURA_INESTABLE');
}
