import { isAppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Lectura, Maquina } from '#domain/upload/index.ts';
import { leerResultado } from './leer-resultado.ts';
import { tramosDe } from './tramos.ts';
import type { UploadsDeps } from './tipos.ts';

/**
 * An upload that a person gave up: nothing more is sent, and what the service has is read once, as far as it shows it (the rows, else the
 * header alone, else nothing), so that it can be told. Never throws for a service that does not answer: giving up always works.
 */
export async function mostrarAbandonada(
  deps: UploadsDeps,
  carga: string,
  m: Maquina,
  signal: AbortSignal,
): Promise<void> {
  const { ledger, clock } = deps;
  const abierta = ledger.abrirLectura(carga, m.rechazados);
  const lectura = m.id === null ? undefined : await leer({ deps, id: m.id, m, abierta, signal });
  if (lectura === undefined) {
    ledger.disponerSinLectura(carga, tramosDe(m, ledger.eventos(carga)));
    return;
  }
  const leida = { ...m, ultimaLectura: { lectura, leido: civilDateTimeAt(clock.now()) } };
  const tramos = tramosDe(leida, ledger.eventos(carga));
  if (lectura.filas > 0) abierta.disponer(tramos);
  else ledger.disponerSinLectura(carga, tramos);
  ledger.anotar(carga, [{ kind: 'leida', ...leida.ultimaLectura }]);
}

interface Pedido {
  readonly deps: UploadsDeps;
  readonly id: string;
  readonly m: Maquina;
  readonly abierta: ReturnType<UploadsDeps['ledger']['abrirLectura']>;
  readonly signal: AbortSignal;
}

async function leer({ deps, id, m, abierta, signal }: Pedido): Promise<Lectura | undefined> {
  const { servicio } = deps;
  const siSePuede = async <T>(pedir: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await pedir();
    } catch (error) {
      if (signal.aborted || isAppError(error)) return undefined;
      throw error;
    }
  };
  const lectura = await siSePuede(() =>
    leerResultado({ servicio, id, lectura: abierta, signal, alLeer: () => undefined }),
  );
  if (lectura !== undefined) return lectura;
  const encabezado = await siSePuede(() => servicio.ver(id, signal));
  if (encabezado === undefined) return undefined;
  return { encabezado, quieto: true, filas: 0, faltan: m.aplicados, sobran: 0, cuarentena: 0, huella: '' };
}
