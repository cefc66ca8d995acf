import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { ConciliacionesService, ResultCupon, ResultPage } from '#domain/conciliacion.ts';
import { createSeenCoupons } from '#domain/cupones/duplicates.ts';
import { firstPageOf } from '../upload/first-page-of.ts';

/** `SeenCoupons` counts rows as a sheet does: under a header, the first one is row 2. */
const FIRST_PLACE = 2;

const textOf = ({ cupon }: ResultCupon): string => JSON.stringify(cupon);
const textsOf = ({ cupones }: ResultPage): string => cupones.map(textOf).join('\n');

/** Whether a page repeats rows of an earlier page. Two equal sales do happen, and so do rows that move while they are read. */
function createRepeated(): (leida: ResultPage, page: number) => boolean {
  const vistas = createSeenCoupons();
  return ({ cupones }, page) => {
    const place = FIRST_PLACE + page;
    const repeatedRows = cupones.filter((fila) => {
      const digest = hash('sha256', textOf(fila), 'buffer');
      const primera = vistas.firstSeen(digest.readUInt32LE(0), digest.readUInt32LE(4), place);
      return primera !== undefined && primera !== place;
    });
    return repeatedRows.length > 0;
  };
}

/**
 * The pages of a result, at least one. Throws `CONCILIACION_INEXISTENTE`, what the service throws, and `LECTURA_INESTABLE` where rows came
 * twice and the first page has changed meanwhile: other rows may then be missing.
 */
export async function* pagesOf(
  service: Pick<ConciliacionesService, 'readResult'>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ResultPage> {
  const repeats = createRepeated();
  let primera: ResultPage | undefined;
  let numero = 0;
  let isDoubtful = false;
  for await (const leida of service.readResult(id, signal)) {
    primera ??= leida;
    isDoubtful = repeats(leida, numero) || isDoubtful;
    numero += 1;
    yield leida;
  }
  if (primera === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
  if (!isDoubtful) return;
  const ahora = await firstPageOf(service, id, signal);
  if (ahora === undefined || textsOf(ahora) !== textsOf(primera)) throw new AppError('LECTURA_INESTABLE');
}
