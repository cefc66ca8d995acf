/** While a window or a browser is open: once a day, from the hour that the settings say, what is due is read again. Never on the command line. */
import type { RefrescoDocumento } from '#contract/sync.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';

/** The first look waits until the program is there; then the clock is looked at now and then: a PC that slept has missed the hour. */
const PRIMERA_MS = 60_000;
const CADA_MS = 10 * 60_000;

interface AgendaDeps {
  readonly dispatch: Dispatch;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Tells the person, wherever they are. */
  readonly notificar: (titulo: string, texto: string) => void;
}

/** What there is to tell of a refresh; undefined when nothing is news. */
export function noticiaDe({ aparecidos }: RefrescoDocumento): string | undefined {
  const [primera] = aparecidos;
  const cupones = aparecidos.reduce((suma, cada) => suma + cada.cupones, 0);
  if (primera === undefined) return undefined;
  const que = cupones === 1 ? 'Se concilió 1 cupón' : `Se conciliaron ${String(cupones)} cupones`;
  const archivo = primera.archivos[0]?.split(/[\\/]/).at(-1);
  const de =
    aparecidos.length > 1 ? `${String(aparecidos.length)} cargas anteriores` : (archivo ?? 'una carga anterior');
  return `${que} de ${de} que no estaba${cupones === 1 ? '' : 'n'} en el resultado. No se envió nada. Miralo en Conciliaciones.`;
}

/** Keeps the schedule until the signal says; resolves then. What cannot be done now (another process writes, no network) is tried again. */
export async function llevarAgenda({ dispatch, clock, notificar }: AgendaDeps, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };
  /** The day on which each account was last refreshed. */
  const hechas = new Map<string, string>();

  async function mirar(): Promise<void> {
    const ajustes = await dispatch('ajustes.leer', {}, context);
    if (!ajustes.ok || !ajustes.value.actualizar.diario) return;
    const [hoy = '', hora = ''] = civilDateTimeAt(clock.now()).split(' ');
    if (hora.slice(0, 5) < ajustes.value.actualizar.hora) return;
    const cuentas = await dispatch('cuentas.listar', {}, context);
    if (!cuentas.ok) return;
    for (const { nombre } of cuentas.value) {
      if (signal.aborted || hechas.get(nombre) === hoy) continue;
      const refresco = await dispatch('sincronizacion.refrescar', { cuenta: nombre }, context);
      // In use, or without a network: the next look tries again.
      if (!refresco.ok) continue;
      const cortada = refresco.value.sincronizacion?.codigo;
      if (cortada === undefined || cortada === 'FILAS_DESAPARECIDAS') hechas.set(nombre, hoy);
      const texto = noticiaDe(refresco.value);
      if (texto !== undefined) notificar('Cupones conciliados', texto);
    }
  }

  try {
    for (let espera = PRIMERA_MS; ; espera = CADA_MS) {
      await clock.sleep(espera, signal);
      await mirar();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
