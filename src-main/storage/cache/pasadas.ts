/** Whole readings of a query in batches, one after the other, on a thread of their own. */
import { AppError } from '#contract/errors.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS } from './columnas.ts';
import { columnasLeidas } from './consulta.ts';
import type { FilaCruda, Valor } from './fila.ts';
import { crearHilo } from './hilo.ts';
import type { Contestado } from './lector-mensajes.ts';
import type { Pasadas } from './lector-tipos.ts';
import type { FilaLeida } from './tipos.ts';

/** What takes the thread that asked a few milliseconds to turn into documents. */
const FILAS_POR_TROZO = 250;

/** Rows as they come from a thread, with the names of their columns. */
export function filasDe(metodo: Metodo, crudas: readonly FilaCruda[]): readonly FilaLeida[] {
  const columnas = columnasLeidas(TABLAS[metodo]);
  return crudas.map((cruda) => {
    const fila: Record<string, Valor> = {};
    for (let i = 0; i < columnas.length; i++) fila[columnas[i] ?? ''] = cruda[i] ?? null;
    return fila;
  });
}

/** Its thread begins with the first question and ends with `cerrar`. */
export function crearPasadas(
  { ruta, workerUrl }: { readonly ruta: string; readonly workerUrl: URL },
  signal: AbortSignal,
): Pasadas {
  const propio = crearHilo(workerUrl);
  return {
    async *todas(consulta) {
      await propio.preguntar({ tipo: 'todas', ruta, consulta }, { signal });
      for (;;) {
        const trozo: Contestado = await propio.preguntar({ tipo: 'siguen', cuantas: FILAS_POR_TROZO }, { signal });
        if (trozo.tipo !== 'trozo') throw new AppError('INTERNO');
        yield filasDe(consulta.metodo, trozo.filas);
        if (trozo.fin) return;
      }
    },
    cerrar: () => propio.cerrar(),
  };
}
