import { hash } from 'node:crypto';
import { AppError } from '#contract/errors.ts';
import type { ConciliacionesService, ResultCupon, ResultPage, Conciliacion } from '#domain/conciliacion.ts';
import { createSeenCupones } from '#domain/cupones/duplicates.ts';
import { firstPageOf } from '../upload/first-page-of.ts';
import type { Clock } from '#domain/clock.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import type { Session } from '../open/sessions.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { keepResult } from './keep-result.ts';

/** `SeenCupones` counts rows as a sheet does: under a header, the first one is row 2. */
const FIRST_PLACE = 2;

const textOf = ({ cupon }: ResultCupon): string => JSON.stringify(cupon);
const textsOf = ({ cupones }: ResultPage): string => cupones.map(textOf).join('\n');

/** Whether a page repeats rows of an earlier page. Two equal sales do happen, and so do rows that move while they are read. */
function createRepeated(): (reading: ResultPage, page: number) => boolean {
  const seenCupones = createSeenCupones();
  return ({ cupones }, page) => {
    const place = FIRST_PLACE + page;
    const repeatedRows = cupones.filter((row) => {
      const digest = hash('sha256', textOf(row), 'buffer');
      const first = seenCupones.firstSeen(digest.readUInt32LE(0), digest.readUInt32LE(4), place);
      return first !== undefined && first !== place;
    });
    return repeatedRows.length > 0;
  };
}

/**
 * The pages of a result, at least one. Throws `CONCILIACION_INEXISTENTE`, what the service throws, and `LECTURA_INESTABLE` after the last page where
 * rows came twice and the first page has changed meanwhile: other rows may be missing.
 */
export async function* pagesOf(
  service: Pick<ConciliacionesService, 'readResult'>,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ResultPage> {
  const repeats = createRepeated();
  let first: ResultPage | undefined;
  let number = 0;
  let isDoubtful = false;
  for await (const reading of service.readResult(id, signal)) {
    first ??= reading;
    isDoubtful = repeats(reading, number) || isDoubtful;
    number += 1;
    yield reading;
  }
  if (first === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
  if (!isDoubtful) return;
  const now = await firstPageOf(service, id, signal);
  if (now === undefined || textsOf(now) !== textsOf(first)) throw new AppError('LECTURA_INESTABLE');
}

interface ResultToRead {
  readonly id: string;
  readonly servicio: Session['servicio']['conciliaciones'];
  readonly results: Results;
  readonly ledger: Ledger | undefined;
  /** The upload of ours that made the reconciliation; null if none did. */
  readonly carga: string | null;
  readonly clock: Clock;
}

/**
 * Reads every page of a result and keeps it as the last reading. If it cannot be read whole, the kept reading does not change. Throws
 * `CONCILIACION_INEXISTENTE`, `LECTURA_INESTABLE`, and what the service throws.
 */
export async function readResult(request: ResultToRead, { signal, onProgress }: MethodContext): Promise<void> {
  const { id, servicio: service } = request;
  const keeper = keepResult(request);
  let header: Conciliacion | undefined;
  let done = 0;
  let setAside = 0;
  try {
    for await (const page of pagesOf(service, id, signal)) {
      header ??= page.encabezado;
      keeper.add(page.cupones);
      done += page.cupones.length;
      setAside += page.cuarentena;
      onProgress({ fase: 'resultado', hecho: done, total: header.total });
    }
    if (header === undefined) throw new AppError('CONCILIACION_INEXISTENTE', { detail: { id } });
    keeper.end({ encabezado: header, cuarentena: setAside });
  } catch (error) {
    keeper.discard();
    throw error;
  }
}
