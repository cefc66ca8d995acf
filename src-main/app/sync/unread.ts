/** The days that a run could not read, and why; kept with the view until they are read (`app/coverage/failure.ts`). */
import type { AppError } from '#contract/errors.ts';
import type { Instant } from '#domain/clock.ts';
import type { ServiceMethod } from '#domain/vista.ts';
import { TABLES, type ReadableCache } from '#storage/cache/index.ts';
import {
  failureKey,
  dayFailuresKey,
  writtenDays,
  unreadDays,
  daysFailure,
  writtenFailure,
  NO_FAILURE,
  type UnreadDays,
} from '../coverage/failure.ts';
import type { Memory } from './memory.ts';
import { missingStretches, stretchesRead, type Unit } from './units.ts';

interface Failed {
  readonly unit: Unit;
  readonly error: AppError;
  readonly cuando: Instant;
}

interface Deps {
  readonly cache: Pick<ReadableCache, 'saber' | 'readStretches'>;
  readonly memory: Pick<Memory, 'learn' | 'saber'>;
}

export function createUnread({ cache, memory }: Deps) {
  const readUnits: Unit[] = [];
  const failedUnits: Failed[] = [];

  /** The part of a failed unit that this run had not read before. */
  function restOf({ unit, error, cuando }: Failed, desde: Instant): readonly UnreadDays[] {
    const { metodo, campo = null } = unit;
    const stretches = campo === null ? stretchesRead(cache, metodo) : cache.readStretches(metodo, campo);
    const readNow = stretches.filter(({ leido }) => leido >= desde);
    return missingStretches(unit, readNow).flatMap((dias) => daysFailure(error, cuando, { campo, ...dias }) ?? []);
  }

  function ofDays(metodo: ServiceMethod, desde: Instant): readonly UnreadDays[] {
    const theirs = readUnits.filter((unit) => unit.metodo === metodo);
    const added = failedUnits.filter(({ unit }) => unit.metodo === metodo);
    const ofAll = [...theirs, ...added.map(({ unit }) => unit)];
    const stillUnread = unreadDays(cache, metodo).flatMap((antes) => {
      const others = ofAll.filter(({ campo = null }) => campo === antes.campo);
      const inOrder = others.toSorted((a, b) => (a.desde < b.desde ? -1 : 1));
      return missingStretches(antes, inOrder).map((dias) => ({ ...antes, ...dias }));
    });
    return [...stillUnread, ...added.flatMap((each) => restOf(each, desde))];
  }

  function remember(clave: string, valor: string): void {
    if ((memory.saber(clave) ?? NO_FAILURE) !== valor) memory.learn(clave, valor);
  }

  return {
    noteRead: (unit: Unit): void => {
      readUnits.push(unit);
    },
    failed: (failed: Failed): void => {
      failedUnits.push(failed);
    },
    /**
     * To be called when everything that was read is written. `desde`: the start of the run. When nothing at all was read, the login may be at
     * fault, so nothing is saved about any method.
     */
    save(desde: Instant): void {
      const good = new Set(readUnits.map(({ metodo }) => metodo));
      if (good.size === 0) return;
      for (const metodo of good) {
        remember(failureKey(metodo), NO_FAILURE);
        if (TABLES[metodo].fecha !== null) remember(dayFailuresKey(metodo), writtenDays(ofDays(metodo, desde)));
      }
      const ultimas = new Map(failedUnits.map((each) => [each.unit.metodo, each]));
      for (const [metodo, { error, cuando }] of ultimas) {
        const written = good.has(metodo) ? undefined : writtenFailure(error, cuando);
        if (written !== undefined) remember(failureKey(metodo), written);
      }
    },
  };
}
