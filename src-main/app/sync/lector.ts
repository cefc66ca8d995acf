/** What the readers of all kinds of methods have in common. */
import { addDays, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Service } from '#service/index.ts';
import type { Leido, LeidoIgual, LeidoPlano, ReadableCache } from '#storage/cache/index.ts';
import { inicioDeMes } from '../cobertura/cobertura.ts';
import type { Memoria } from './memoria.ts';
import { faltantes, finDeMes, type Unidad } from './unidades.ts';

export interface LectorDeps {
  readonly servicio: Service;
  readonly cache: ReadableCache;
  readonly memoria: Memoria;
  readonly clock: Clock;
  /** When the run that is taken up again began: what was read since is not read again. */
  readonly retomada: number | undefined;
  /** Hands over what was read; resolves when it is written, rejects with what the disk says. */
  readonly escribir: (unidad: Unidad, leido: Leido) => Promise<void>;
  readonly escribirPlanas: (unidad: Unidad, leido: LeidoPlano) => Promise<void>;
  /** `filas` of them came as they were. */
  readonly tocar: (unidad: Unidad, leido: LeidoIgual, filas: number) => Promise<void>;
  /** Shops, once they were read. */
  readonly comercios: () => readonly { readonly id: string; readonly nombre: string | null }[];
  readonly ponerComercios: (filas: readonly { readonly id: string; readonly nombre: string | null }[]) => void;
}

export type Lector = (unidad: Unidad, signal: AbortSignal) => Promise<void>;

/** What of a unit the run that is taken up again has not read yet. */
export const pendientes = (
  { cache, retomada }: LectorDeps,
  unidad: Unidad,
  campo: string,
): readonly { desde: CivilDate; hasta: CivilDate }[] =>
  faltantes(
    unidad,
    retomada === undefined
      ? []
      : cache.tramos(unidad.metodo, campo).filter(({ leido, estado }) => leido >= retomada && estado === 'completa'),
  );

/** A month as the service has it, whatever days of it were asked. */
export const mesEntero = ({ desde, hasta }: Unidad): { desde: CivilDate; hasta: CivilDate } => ({
  desde: inicioDeMes(desde),
  hasta: finDeMes(hasta),
});

export const vispera = (dia: CivilDate): CivilDate => addDays(dia, -1);
