/** What the readers of all kinds of methods share. */
import type { Clock } from '#domain/clock.ts';
import { getMonthEnd, getMonthStart } from '#domain/months.ts';
import type { DateWindow } from '#domain/civil-date.ts';
import type { Service } from '#service/index.ts';
import type { ReadRows, SameRead, FlatRead, ReadableCache } from '#storage/cache/index.ts';
import type { Memory } from './memory.ts';
import { listMissingStretches, type Unit } from './units.ts';

export interface ReaderDeps {
  readonly service: Service;
  readonly cache: ReadableCache;
  readonly memory: Memory;
  readonly clock: Clock;
  /** The start of the interrupted run that is resumed: units that were read since then are not read again. */
  readonly resumed: number | undefined;
  /** Hands over what was read. Resolves when it is written; rejects with what the disk causes. */
  readonly write: (unit: Unit, reading: ReadRows) => Promise<void>;
  readonly writeFlat: (unit: Unit, reading: FlatRead) => Promise<void>;
  /** Hands over days of which `rows` rows came unchanged. */
  readonly touch: (unit: Unit, reading: SameRead, rows: number) => Promise<void>;
  /** The shops, once they were read. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  readonly setComercios: (rows: readonly { readonly id: string; readonly nombre: string | null }[]) => void;
}

export type UnitReader = (unit: Unit, signal: AbortSignal) => Promise<void>;

/** The part of a unit that the interrupted run had not read. */
export const listRemainingUnits = ({ cache, resumed }: ReaderDeps, unit: Unit, field: string): readonly DateWindow[] =>
  listMissingStretches(
    unit,
    resumed === undefined
      ? []
      : cache
          .readStretches(unit.metodo, field)
          .filter(({ leido, estado }) => leido >= resumed && estado === 'completa'),
  );

/** The whole month of a unit, whichever of its days were requested. */
export const getWholeMonth = ({ desde, hasta }: Unit): DateWindow => ({
  desde: getMonthStart(desde),
  hasta: getMonthEnd(hasta),
});
