/** Finds coupons of earlier uploads that have matched since. Reads changed results again and stores them, as when a person opens them. */
import type { LaterReconciled } from '#contract/data.ts';
import { isAppError } from '#contract/errors.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import type { Service } from '#service/index.ts';
import type { CacheWriter, ReadableCache } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';

/** Ignores reconciliations that are older than this, because nothing matches in them any more. */
const DAYS = 180;

interface MatchDeps {
  readonly account: string;
  readonly ledger: Ledger;
  readonly cache: Pick<ReadableCache, 'readFact'>;
  readonly writer: Pick<CacheWriter, 'learn'>;
  readonly service: Pick<Service, 'conciliaciones'>;
  readonly results: Pick<Results, 'show' | 'cupones'>;
  readonly readResult: (id: string) => Promise<unknown>;
  readonly now: Instant;
}

const countKey = (id: string): string => `conciliados:${id}`;
const headerKeyOf = (id: string): string => `encabezado:${id}`;
/** The part of a header that changes when more coupons match. */
const summaryOf = ({ total, conciliados, sinConciliar, estado }: Conciliacion): string =>
  [total, conciliados, sinConciliar, estado].join('/');

/** How many of our coupons the result shows as matched; undefined if the result is gone or could not be read completely. */
async function matchedOf({ readResult, results }: MatchDeps, header: Conciliacion): Promise<number | undefined> {
  const { id } = header;
  const before = results.show(id);
  if (before === undefined || summaryOf(before.encabezado) !== summaryOf(header)) {
    try {
      await readResult(id);
    } catch (error) {
      if (isAppError(error, 'CONCILIACION_INEXISTENTE', 'LECTURA_INESTABLE')) return undefined;
      throw error;
    }
  }
  const kept = results.show(id);
  if (kept === undefined) return undefined;
  let ours = 0;
  for (const { operacion } of results.cupones(kept.lectura, ['conciliado'])) if (operacion.fila !== null) ours += 1;
  return ours;
}

/** The uploads of an account in which coupons have matched since the upload ended and since the last call. */
export async function findNewMatches(deps: MatchDeps, signal: AbortSignal): Promise<readonly LaterReconciled[]> {
  const { account, ledger, cache, writer, service, now } = deps;
  const today = civilDateAt(now);
  if (ledger.uploads(account).length === 0) return [];
  const appeared: LaterReconciled[] = [];
  const { conciliaciones } = await service.conciliaciones.list(addDays(today, -DAYS), addDays(today, 1), signal);
  for (const header of conciliaciones) {
    const { id } = header;
    const uploadId = ledger.uploadOf(account, id);
    const upload = uploadId === null ? undefined : ledger.upload(uploadId);
    if (uploadId === null || upload?.terminada !== true) continue;
    const { conciliado, sin_conciliar: unmatched, no_informado: notReported } = ledger.readCounts(uploadId);
    // With the same header as last time, nothing has matched since.
    if (unmatched + notReported === 0 || cache.readFact(headerKeyOf(id)) === summaryOf(header)) continue;
    const matchedNow = await matchedOf(deps, header);
    if (matchedNow === undefined) continue;
    const before = Math.max(conciliado, Number(cache.readFact(countKey(id)) ?? 0));
    if (matchedNow > before) {
      appeared.push({ carga: uploadId, archivos: upload.archivos, cupones: matchedNow - before });
      await writer.learn(countKey(id), String(matchedNow));
    }
    await writer.learn(headerKeyOf(id), summaryOf(header));
  }
  return appeared;
}
