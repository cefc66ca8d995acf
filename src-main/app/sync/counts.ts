/** What a synchronisation has counted so far, by method. */
import type { SyncFailure } from '#contract/documents.ts';
import { isAppError, keyOfDetail, type AppError } from '#contract/errors.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import type { Written } from '#storage/cache/index.ts';
import type { Unit } from './units.ts';

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
