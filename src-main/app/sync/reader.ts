/** What the readers of all kinds of methods have in common. */
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Service } from '#service/index.ts';
import type { ReadRows, SameRead, FlatRead, ReadableCache } from '#storage/cache/index.ts';
import { monthStart } from '../coverage/coverage.ts';
import type { Memory } from './memory.ts';
import { missingStretches, finDeMes, type Unit } from './units.ts';

export interface ReaderDeps {
  readonly servicio: Service;
  readonly cache: ReadableCache;
  readonly memory: Memory;
  readonly clock: Clock;
  /** When the run that is taken up again began: what was read since is not read again. */
  readonly retomada: number | undefined;
  /** Hands over what was read; resolves when it is written, rejects with what the disk says. */
  readonly write: (unit: Unit, leido: ReadRows) => Promise<void>;
  readonly writeFlat: (unit: Unit, leido: FlatRead) => Promise<void>;
  /** `filas` of them came as they were. */
  readonly touch: (unit: Unit, leido: SameRead, filas: number) => Promise<void>;
  /** Shops, once they were read. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  readonly setComercios: (filas: readonly { readonly id: string; readonly nombre: string | null }[]) => void;
}

export type UnitReader = (unit: Unit, signal: AbortSignal) => Promise<void>;

/** What of a unit the run that is taken up again has not read yet. */
export const remainingUnits = (
  { cache, retomada }: ReaderDeps,
  unit: Unit,
  campo: string,
): readonly { desde: CivilDate; hasta: CivilDate }[] =>
  missingStretches(
    unit,
    retomada === undefined
      ? []
      : cache
          .readStretches(unit.metodo, campo)
          .filter(({ leido, estado }) => leido >= retomada && estado === 'completa'),
  );

/** A month as the service has it, whatever days of it were asked. */
export const wholeMonth = ({ desde, hasta }: Unit): { desde: CivilDate; hasta: CivilDate } => ({
  desde: monthStart(desde),
  hasta: finDeMes(hasta),
});

export const dayBefore = (dia: CivilDate): CivilDate => addDays(dia, -1);
