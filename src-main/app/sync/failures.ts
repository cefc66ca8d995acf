/** What a run has counted so far, and what its failures mean: for a unit, for its method, or for the rest of the run. */
import type { SyncFailure } from '#contract/documents.ts';
import { isAppError, keyOfDetail, AppError } from '#contract/errors.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { isDamaged, type Written } from '#storage/cache/index.ts';
import type { Unit } from './units.ts';
import type { Clock } from '#domain/clock.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Service } from '#service/index.ts';
import { isLoginFailure } from '#service/token/oauth.ts';
import type { Tolerance } from './tolerance.ts';
import type { createUnread } from './unread.ts';

interface MethodCount {
  nuevos: number;
  cambiados: number;
  iguales: number;
  bajas: number;
  cuarentena: number;
  pedidos: number;
}

/** The methods whose requests have another name in the client. */
const BY_REQUEST: Readonly<Record<string, ServiceMethod>> = { 'conciliar-operaciones-listar': 'conciliaciones' };

const createCount = (): MethodCount => ({ nuevos: 0, cambiados: 0, iguales: 0, bajas: 0, cuarentena: 0, pedidos: 0 });

export function createCounts(methods: readonly ServiceMethod[]) {
  const counts = new Map(methods.map((method) => [method, createCount()]));
  const failures: SyncFailure[] = [];
  const findMethod = (name: string): ServiceMethod | undefined =>
    BY_REQUEST[name] ?? methods.find((method) => method === name);
  return {
    fallas: (): readonly SyncFailure[] => failures,
    countsOf: (method: ServiceMethod): Readonly<MethodCount> => counts.get(method) ?? createCount(),
    byName: findMethod,
    addUp(method: ServiceMethod, { nuevos, cambiados, iguales, bajas }: Omit<Written, 'retenidas'>): void {
      const each = counts.get(method);
      if (each === undefined) return;
      each.nuevos += nuevos;
      each.cambiados += cambiados;
      each.iguales += iguales;
      each.bajas += bajas;
    },
    noteRequest(name: string): void {
      const method = findMethod(name);
      const each = method === undefined ? undefined : counts.get(method);
      if (each !== undefined) each.pedidos += 1;
    },
    noteQuarantined(method: ServiceMethod): void {
      const each = counts.get(method);
      if (each !== undefined) each.cuarentena += 1;
    },
    fail(
      { metodo, desde, hasta }: Unit,
      { code, message, detail }: Pick<AppError, 'code' | 'message' | 'detail'>,
    ): void {
      failures.push({ metodo, ventana: `${desde}..${hasta}`, codigo: code, mensaje: message, ...keyOfDetail(detail) });
    },
  };
}
export type SyncCounts = ReturnType<typeof createCounts>;

/** The service does not answer, or refuses the login: the rest of the run would fail too. */
export const isWithoutService = (error: unknown): boolean =>
  isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO', 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION');

/** Why the rest of the run is skipped: nobody answers, or this machine cannot go on. */
export interface Cutoff {
  servicio: AppError | undefined;
  grave: unknown;
}

/** When a method does not answer, a service that answered before gets this long to show that it is still there. */
const STILL_THERE_MS = 15_000;

/** Any other error is of this machine. */
const isOfService = (error: unknown): error is AppError =>
  isAppError(error) && !isAppError(error, 'DISCO_LLENO', 'DISCO_FALLA', 'CARPETA_SIN_PERMISO') && !isDamaged(error);

/** The same login reads other methods, so the account has no permission for this one. */
const toPermissionError = (error: AppError): AppError =>
  new AppError('TOKEN_RECHAZADO', {
    cause: error,
    detail: error.detail,
    mensaje: REFUSALS.noPermissionForThis,
  });

interface Deps {
  readonly service: Pick<Service, 'comercios'>;
  readonly counts: SyncCounts;
  readonly unread: Pick<ReturnType<typeof createUnread>, 'failed' | 'noteRead'>;
  readonly tolerance: Tolerance;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Is told why the rest of the run is skipped. */
  readonly outcome: Cutoff;
}

export function createFailures({ service, counts, unread, tolerance, clock, signal, outcome }: Deps) {
  const good = new Set<ServiceMethod>();
  const down = new Set<ServiceMethod>();
  /** Units that were refused before any method answered. Only the end shows whether the login or the method was refused. */
  const rejected: { readonly unit: Unit; readonly error: AppError }[] = [];
  let lastGood = -1;
  let begunCount = 0;

  /** A service with one method that never answers may still be there: a method that answered before is asked again. */
  async function isStillThere(): Promise<boolean> {
    if (good.size === 0) return false;
    try {
      await service.comercios(AbortSignal.any([signal, clock.timeout(STILL_THERE_MS)]));
      return true;
    } catch (error) {
      if (!isOfService(error)) outcome.grave ??= error;
      return false; // the first failure is told, not this one
    }
  }
  let asking: Promise<boolean> | undefined;

  async function handle(unit: Unit, error: unknown, startedAt: number): Promise<void> {
    if (signal.aborted) return;
    if (!isOfService(error)) {
      outcome.grave ??= error;
      return;
    }
    tolerance.slowDown();
    const doesNotAnswer = isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO');
    const couldNotSignIn = isLoginFailure(error) && !doesNotAnswer;
    // The failure was of the login: the service said nothing of these days.
    if (!couldNotSignIn) unread.failed({ unit, error, cuando: clock.now() });
    const isOnlyThis = isAppError(error, 'TOKEN_RECHAZADO') && good.size > 0 && !good.has(unit.metodo);
    // Units in progress when their method was given up fail for the same reason, which is told once.
    const isAlreadyTold = down.has(unit.metodo) && !good.has(unit.metodo);
    if (!isAlreadyTold && !isOnlyThis && isAppError(error, 'TOKEN_RECHAZADO') && good.size === 0) {
      rejected.push({ unit, error });
    } else if (!isAlreadyTold) counts.fail(unit, isOnlyThis ? toPermissionError(error) : error);
    // A method that never answered is not tried month by month; nor is one that ignores its filters.
    if (!good.has(unit.metodo) || isAppError(error, 'FILTRO_IGNORADO')) down.add(unit.metodo);
    // Without a login nothing else can be read.
    if (couldNotSignIn || isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION'))
      outcome.servicio ??= error;
    const nobodyAnswers = doesNotAnswer && lastGood < startedAt;
    if (!nobodyAnswers || outcome.servicio !== undefined) return;
    asking ??= isStillThere().finally(() => (asking = undefined));
    if (!(await asking)) outcome.servicio ??= error;
  }

  return {
    /** Reads a unit and notes what became of it. Never throws. */
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
    /** The method is not asked again in this run. */
    isGivenUp: (method: ServiceMethod): boolean => down.has(method),
    /** Some unit of the method was read. */
    hasAnswered: (method: ServiceMethod): boolean => good.has(method),
    /** Tells of the units that were refused before any method answered. */
    tellRefused(): void {
      for (const { unit, error } of rejected.splice(0)) {
        counts.fail(unit, good.size > 0 ? toPermissionError(error) : error);
      }
    },
  };
}
