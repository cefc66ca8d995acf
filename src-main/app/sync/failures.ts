/** Counts what a run has read, and decides what a failure stops: a unit, its method, or the rest of the run. */
import type { SyncFailure } from '#contract/documents.ts';
import { isAppError, keyOfDetail, AppError } from '#contract/errors.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { isDamaged, TABLES, type ReadableCache } from '#storage/cache/index.ts';
import { listMissingStretches } from '#domain/civil-date.ts';
import { type Unit, listStretchesRead } from './units.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Service } from '#service/index.ts';
import { isLoginFailure } from '#service/token/oauth.ts';
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

const COUNTED = ['nuevos', 'cambiados', 'iguales', 'bajas', 'cuarentena', 'pedidos'] as const;
type MethodCount = Record<(typeof COUNTED)[number], number>;

const BY_REQUEST: Readonly<Record<string, ServiceMethod>> = { 'conciliar-operaciones-listar': 'conciliaciones' };

const createCount = (): MethodCount => ({ nuevos: 0, cambiados: 0, iguales: 0, bajas: 0, cuarentena: 0, pedidos: 0 });

export function createCounts(methods: readonly ServiceMethod[]) {
  const counts = new Map(methods.map((method) => [method, createCount()]));
  const failures: SyncFailure[] = [];
  const findMethod = (name: string): ServiceMethod | undefined =>
    BY_REQUEST[name] ?? methods.find((method) => method === name);
  function addUp(method: ServiceMethod, more: Partial<MethodCount>): void {
    const each = counts.get(method) ?? createCount();
    for (const name of COUNTED) each[name] += more[name] ?? 0;
  }
  return {
    fallas: (): readonly SyncFailure[] => failures,
    countsOf: (method: ServiceMethod): Readonly<MethodCount> => counts.get(method) ?? createCount(),
    byName: findMethod,
    addUp,
    noteRequest(name: string): void {
      const method = findMethod(name);
      if (method !== undefined) addUp(method, { pedidos: 1 });
    },
    noteQuarantined: (method: ServiceMethod): void => addUp(method, { cuarentena: 1 }),
    fail(
      { metodo, desde, hasta }: Unit,
      { code, message, detail }: Pick<AppError, 'code' | 'message' | 'detail'>,
    ): void {
      failures.push({ metodo, ventana: `${desde}..${hasta}`, codigo: code, mensaje: message, ...keyOfDetail(detail) });
    },
  };
}
export type SyncCounts = ReturnType<typeof createCounts>;

/** True if the service does not answer or refuses the login: the rest of the run would fail too. */
export const isWithoutService = (error: unknown): boolean =>
  isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO', 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION');

/** Why a run stops early: the service does not answer, or this PC cannot go on. */
export interface Cutoff {
  servicio: AppError | undefined;
  grave: unknown;
}

/** When a method gets no answer although others answered before, the service has this long to send the list of shops. */
const STILL_THERE_MS = 15_000;

const isOfService = (error: unknown): error is AppError =>
  isAppError(error) && !isAppError(error, 'DISCO_LLENO', 'DISCO_FALLA', 'CARPETA_SIN_PERMISO') && !isDamaged(error);

/** The error of a method that the account may not use: the same login can read other methods. */
const toPermissionError = (error: AppError): AppError =>
  new AppError('TOKEN_RECHAZADO', { cause: error, detail: error.detail, mensaje: REFUSALS.noPermissionForThis });

interface Deps {
  readonly service: Pick<Service, 'comercios'>;
  readonly counts: SyncCounts;
  readonly unread: Pick<ReturnType<typeof createUnread>, 'failed' | 'noteRead'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly outcome: Cutoff;
}

export function createFailures({ service, counts, unread, clock, signal, outcome }: Deps) {
  const good = new Set<ServiceMethod>();
  const down = new Set<ServiceMethod>();
  /** Units (`units.ts`) that were refused before any method answered. Only the end of the run shows whether the service refused the login or the method. */
  const rejected: { readonly unit: Unit; readonly error: AppError }[] = [];
  let lastGood = -1;
  let begunCount = 0;

  /** Asks for the shops if any method answered before: perhaps only the present method gets no answer. */
  async function isStillThere(): Promise<boolean> {
    if (good.size === 0) return false;
    try {
      await service.comercios(AbortSignal.any([signal, clock.timeout(STILL_THERE_MS)]));
      return true;
    } catch (error) {
      if (!isOfService(error)) outcome.grave ??= error;
      return false; // not reported here, because the failure of the method is reported
    }
  }
  let asking: Promise<boolean> | undefined;

  async function handle(unit: Unit, error: unknown, startedAt: number): Promise<void> {
    if (signal.aborted) return;
    if (!isOfService(error)) {
      outcome.grave ??= error;
      return;
    }
    const doesNotAnswer = isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO');
    const couldNotSignIn = isLoginFailure(error) && !doesNotAnswer;
    // A refused login says nothing about the days of the unit.
    if (!couldNotSignIn) unread.failed({ unit, error, cuando: clock.now() });
    const isOnlyThis = isAppError(error, 'TOKEN_RECHAZADO') && good.size > 0 && !good.has(unit.metodo);
    // Units of a method that run at once fail for the same reason: only the first failure counts.
    const isAlreadyTold = down.has(unit.metodo) && !good.has(unit.metodo);
    if (!isAlreadyTold && !isOnlyThis && isAppError(error, 'TOKEN_RECHAZADO') && good.size === 0) {
      rejected.push({ unit, error });
    } else if (!isAlreadyTold) counts.fail(unit, isOnlyThis ? toPermissionError(error) : error);
    // Gives up a method that never answered, or that ignores its filters, instead of trying every month.
    if (!good.has(unit.metodo) || isAppError(error, 'FILTRO_IGNORADO')) down.add(unit.metodo);
    // Without a login, no method can be read.
    if (couldNotSignIn || isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION'))
      outcome.servicio ??= error;
    const nobodyAnswers = doesNotAnswer && lastGood < startedAt;
    if (!nobodyAnswers || outcome.servicio !== undefined) return;
    asking ??= isStillThere().finally(() => (asking = undefined));
    if (!(await asking)) outcome.servicio ??= error;
  }

  return {
    /** Reads a unit and notes the outcome. Never throws. */
    async watch(unit: Unit, read: () => Promise<void>): Promise<void> {
      const startedAt = (begunCount += 1);
      try {
        await read();
        lastGood = begunCount;
        good.add(unit.metodo);
        unread.noteRead(unit);
      } catch (error) {
        await handle(unit, error, startedAt);
      }
    },
    isGivenUp: (method: ServiceMethod): boolean => down.has(method),
    hasAnswered: (method: ServiceMethod): boolean => good.has(method),
    tellRefused(): void {
      for (const { unit, error } of rejected.splice(0)) {
        counts.fail(unit, good.size > 0 ? toPermissionError(error) : error);
      }
    },
  };
}

// Below: the days that a run could not read, and why. The cache stores these days until they are read (`app/coverage/failure.ts`).

interface Failed {
  readonly unit: Unit;
  readonly error: AppError;
  readonly cuando: Instant;
}

export function createUnread(
  cache: Pick<ReadableCache, 'readFact' | 'readStretches'>,
  learn: (key: string, value: string) => void,
) {
  const readUnits: Unit[] = [];
  const failedUnits: Failed[] = [];

  /** The days of a failed unit that this run has not read. */
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
    if ((cache.readFact(key) ?? NO_FAILURE) !== value) learn(key, value);
  }

  return {
    noteRead: (unit: Unit) => void readUnits.push(unit),
    failed: (failed: Failed) => void failedUnits.push(failed),
    /** Call after all that was read is written. `from`: the start of the run. If nothing was read, no method gets a failure: the login may be the reason. */
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
