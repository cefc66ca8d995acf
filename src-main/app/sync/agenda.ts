/**
 * The schedule while a window or a browser is open, never on the command line. Once a day, from the hour in the settings, data that is due is
 * read again. Second copies of the ledgers are made when they are due, or when their folder came back.
 */
import type { RefreshDocument } from '#contract/sync.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';

/** The first look waits until the program is ready. Later looks are frequent, because a PC that slept may have missed the hour. */
const FIRST_MS = 60_000;
const EVERY_MS = 10 * 60_000;

interface AgendaDeps {
  readonly dispatch: Dispatch;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Tells the person, in whatever host is open. */
  readonly notify: (texto: string, dicho: Statement) => void;
}

/** Tells which coupons have matched since; nothing when there are none. */
function announce({ aparecidos }: RefreshDocument, notify: AgendaDeps['notify']): void {
  const [primera] = aparecidos;
  if (primera === undefined) return;
  tellTo(notify, 'conciliados_despues', {
    n: aparecidos.reduce((sum, each) => sum + each.cupones, 0),
    cargas: aparecidos.length,
    nombre: primera.archivos[0]?.split(/[\\/]/).at(-1) ?? '',
  });
}

/** Keeps the schedule and resolves when the signal is aborted. What fails (another process writes, no network) is tried again. */
export async function keepSchedule({ dispatch, clock, notify }: AgendaDeps, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };
  /** The day on which each account was last refreshed. */
  const done = new Map<string, string>();

  async function inspect(): Promise<void> {
    await dispatch('segunda_copia.refrescar', {}, context); // it notes and tells its own failures
    const ajustes = await dispatch('ajustes.leer', {}, context);
    if (!ajustes.ok || !ajustes.value.actualizar.diario) return;
    const [hoy = '', hora = ''] = civilDateTimeAt(clock.now()).split(' ');
    if (hora.slice(0, 5) < ajustes.value.actualizar.hora) return;
    const cuentas = await dispatch('cuentas.listar', {}, context);
    if (!cuentas.ok) return;
    for (const { nombre } of cuentas.value) {
      if (signal.aborted || done.get(nombre) === hoy) continue;
      const refreshed = await dispatch('sincronizacion.refrescar', { cuenta: nombre }, context);
      // Another process writes, or there is no network: the next look tries again.
      if (!refreshed.ok) continue;
      const cutShort = refreshed.value.sincronizacion?.codigo;
      if (cutShort === undefined || cutShort === 'FILAS_DESAPARECIDAS') done.set(nombre, hoy);
      announce(refreshed.value, notify);
    }
  }

  try {
    for (let espera = FIRST_MS; ; espera = EVERY_MS) {
      await clock.sleep(espera, signal);
      await inspect();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
