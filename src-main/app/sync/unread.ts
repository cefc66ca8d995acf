/** What a run learns of the service, and the days that it could not read, and why; kept with the view until they are read (`app/coverage/failure.ts`). */
import type { ServiceMethod } from '#domain/views/index.ts';
import { TABLES, type CacheWriter, type ReadableCache } from '#storage/cache/index.ts';
import type { AppError } from '#contract/errors.ts';
import type { Instant } from '#domain/clock.ts';
import {
  keyOfFailure,
  keyOfDayFailures,
  writeDays,
  listUnreadDays,
  toUnreadDays,
  writeFailure,
  NO_FAILURE,
  type UnreadDays,
} from '../coverage/failure.ts';
import { listMissingStretches, listStretchesRead, type Unit } from './units.ts';

export type Memory = ReturnType<typeof createMemory>;

/** `keepGoing` takes each pending write, so that its failure is shown. */
export function createMemory(
  cache: Pick<ReadableCache, 'readFact'>,
  writer: Pick<CacheWriter, 'learn' | 'changeField'>,
  keepGoing: (writing: Promise<unknown>) => void,
) {
  const fresh = new Map<string, string>();
  return {
    readFact: (key: string): string | undefined => fresh.get(key) ?? cache.readFact(key),
    learn(key: string, value: string): void {
      fresh.set(key, value);
      keepGoing(writer.learn(key, value));
    },
    /** Coverage that was kept by a date of the rows is now kept by a date that rows do not carry. */
    changeField: (method: ServiceMethod, field: string): void => keepGoing(writer.changeField(method, field)),
  };
}

interface Failed {
  readonly unit: Unit;
  readonly error: AppError;
  readonly cuando: Instant;
}

interface Deps {
  readonly cache: Pick<ReadableCache, 'readFact' | 'readStretches'>;
  readonly memory: Pick<Memory, 'learn' | 'readFact'>;
}

export function createUnread({ cache, memory }: Deps) {
  const readUnits: Unit[] = [];
  const failedUnits: Failed[] = [];

  /** The part of a failed unit that this run had not read before. */
  function restOf({ unit, error, cuando }: Failed, from: Instant): readonly UnreadDays[] {
    const { metodo, campo = null } = unit;
    const stretches = campo === null ? listStretchesRead(cache, metodo) : cache.readStretches(metodo, campo);
    const readNow = stretches.filter(({ leido }) => leido >= from);
    return listMissingStretches(unit, readNow).flatMap((days) => toUnreadDays(error, cuando, { campo, ...days }) ?? []);
  }

  function listDays(method: ServiceMethod, from: Instant): readonly UnreadDays[] {
    const theirs = readUnits.filter((unit) => unit.metodo === method);
    const added = failedUnits.filter(({ unit }) => unit.metodo === method);
    const ofAll = [...theirs, ...added.map(({ unit }) => unit)];
    const stillUnread = listUnreadDays(cache, method).flatMap((before) => {
      const others = ofAll.filter(({ campo = null }) => campo === before.campo);
      const inOrder = others.toSorted((a, b) => (a.desde < b.desde ? -1 : 1));
      return listMissingStretches(before, inOrder).map((days) => ({ ...before, ...days }));
    });
    return [...stillUnread, ...added.flatMap((each) => restOf(each, from))];
  }

  function remember(key: string, value: string): void {
    if ((memory.readFact(key) ?? NO_FAILURE) !== value) memory.learn(key, value);
  }

  return {
    noteRead: (unit: Unit): void => {
      readUnits.push(unit);
    },
    failed: (failed: Failed): void => {
      failedUnits.push(failed);
    },
    /**
     * To be called when everything that was read is written. `from`: the start of the run. When nothing at all was read, the login may be at
     * fault, so nothing is saved about any method.
     */
    save(from: Instant): void {
      const good = new Set(readUnits.map(({ metodo }) => metodo));
      if (good.size === 0) return;
      for (const method of good) {
        remember(keyOfFailure(method), NO_FAILURE);
        if (TABLES[method].fecha !== null) remember(keyOfDayFailures(method), writeDays(listDays(method, from)));
      }
      const latest = new Map(failedUnits.map((each) => [each.unit.metodo, each]));
      for (const [method, { error, cuando }] of latest) {
        const written = good.has(method) ? undefined : writeFailure(error, cuando);
        if (written !== undefined) remember(keyOfFailure(method), written);
      }
    },
  };
}
