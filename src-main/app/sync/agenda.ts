/** The daily schedule of a window or browser (the command line has none): once a day, from the hour in the settings on, reads the due data of each account. */
import type { RefreshDocument } from '#contract/data.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';

/** How long after the start the first check comes. Later checks (`EVERY_MS`) are frequent, because a sleeping PC may have missed the hour. */
const FIRST_MS = 60_000;
const EVERY_MS = 10 * 60_000;

interface AgendaDeps {
  readonly dispatch: Dispatch;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly notify: (text: string, said: Statement) => void;
}

function announce({ aparecidos }: RefreshDocument, notify: AgendaDeps['notify']): void {
  const [first] = aparecidos;
  if (first === undefined) return;
  tellTo(notify, 'conciliados_despues', {
    n: aparecidos.reduce((sum, each) => sum + each.cupones, 0),
    cargas: aparecidos.length,
    nombre: first.archivos[0]?.split(/[\\/]/).at(-1) ?? '',
  });
}

/** Keeps the schedule until the signal aborts. After a failure, the next check tries again. */
export async function keepSchedule({ dispatch, clock, notify }: AgendaDeps, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };
  const done = new Map<string, string>();

  async function inspect(): Promise<void> {
    const settings = await dispatch('ajustes.leer', {}, context);
    if (!settings.ok || !settings.value.actualizar.diario) return;
    const [today = '', time = ''] = civilDateTimeAt(clock.now()).split(' ');
    if (time.slice(0, 5) < settings.value.actualizar.hora) return;
    const accounts = await dispatch('cuentas.listar', {}, context);
    if (!accounts.ok) return;
    for (const { nombre } of accounts.value) {
      if (signal.aborted || done.get(nombre) === today) continue;
      const refreshed = await dispatch('sincronizacion.refrescar', { cuenta: nombre }, context);
      // Another process is writing, or there is no network: the next check tries again.
      if (!refreshed.ok) continue;
      const cutShort = refreshed.value.sincronizacion?.codigo;
      if (cutShort === undefined || cutShort === 'FILAS_DESAPARECIDAS') done.set(nombre, today);
      announce(refreshed.value, notify);
    }
  }

  try {
    for (let wait = FIRST_MS; ; wait = EVERY_MS) {
      await clock.sleep(wait, signal);
      await inspect();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
