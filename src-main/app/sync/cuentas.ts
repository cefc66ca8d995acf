/** What a synchronisation has counted so far, by method. */
import type { SincronizacionFalla } from '#contract/documents.ts';
import { isAppError, type AppError } from '#contract/errors.ts';
import type { Metodo } from '#domain/vista.ts';
import type { Escrito } from '#storage/cache/index.ts';
import type { Unidad } from './unidades.ts';

interface Conteo {
  nuevos: number;
  cambiados: number;
  iguales: number;
  bajas: number;
  cuarentena: number;
  pedidos: number;
}

/** The method of a request, by the name that the client gives it. */
const POR_PEDIDO: Readonly<Record<string, Metodo>> = { 'conciliar-operaciones-listar': 'conciliaciones' };

export function crearCuentas(metodos: readonly Metodo[]) {
  const conteos = new Map<Metodo, Conteo>(
    metodos.map((metodo) => [metodo, { nuevos: 0, cambiados: 0, iguales: 0, bajas: 0, cuarentena: 0, pedidos: 0 }]),
  );
  const fallas: SincronizacionFalla[] = [];
  const deNombre = (nombre: string): Metodo | undefined =>
    POR_PEDIDO[nombre] ?? metodos.find((metodo) => metodo === nombre);
  const conteo = (metodo: Metodo): Conteo | undefined => conteos.get(metodo);
  return {
    fallas: (): readonly SincronizacionFalla[] => fallas,
    de: (metodo: Metodo): Readonly<Conteo> =>
      conteo(metodo) ?? { nuevos: 0, cambiados: 0, iguales: 0, bajas: 0, cuarentena: 0, pedidos: 0 },
    deNombre,
    sumar(metodo: Metodo, { nuevos, cambiados, iguales, bajas }: Omit<Escrito, 'retenidas'>): void {
      const cada = conteo(metodo);
      if (cada === undefined) return;
      cada.nuevos += nuevos;
      cada.cambiados += cambiados;
      cada.iguales += iguales;
      cada.bajas += bajas;
    },
    pedido(nombre: string): void {
      const cada = conteo(deNombre(nombre) ?? 'comercios');
      if (cada !== undefined && deNombre(nombre) !== undefined) cada.pedidos += 1;
    },
    cuarentena(metodo: Metodo): void {
      const cada = conteo(metodo);
      if (cada !== undefined) cada.cuarentena += 1;
    },
    fallar({ metodo, desde, hasta }: Unidad, { code, message }: Pick<AppError, 'code' | 'message'>): void {
      fallas.push({ metodo, ventana: `${desde}..${hasta}`, codigo: code, mensaje: message });
    },
  };
}
export type Cuentas = ReturnType<typeof crearCuentas>;

/** The service is not there, or does not let us in: nothing else of this run can go better. */
export const esSinServicio = (error: unknown): boolean =>
  isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO', 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'REDIRECCION');
