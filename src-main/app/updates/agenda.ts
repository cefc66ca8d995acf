import type { Clock } from '#domain/clock.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';

/** The first look, once the program is ready; then one each day that it stays open. */
const FIRST_MS = 2 * 60_000;
const EVERY_MS = 24 * 3_600_000;
/** After a feed that did not answer, or an interrupted download, the next look comes sooner. */
const AGAIN_MS = 3_600_000;

interface AgendaDeps {
  readonly dispatch: Dispatch;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Looks for a new version while the window is open, and downloads it in the background. The screens show the state. A version that did not open
 * on this PC is not downloaded: the person decides. Resolves when the signal is aborted.
 */
export async function keepLooking({ dispatch, clock }: AgendaDeps, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };

  /** True when nothing failed. */
  async function look(): Promise<boolean> {
    const looked = await dispatch('actualizaciones.buscar', { sola: true }, context);
    if (!looked.ok) return false;
    const { ahora } = looked.value;
    if (ahora.estado !== 'hay' || ahora.noAbrio) return ahora.estado !== 'falla';
    const brought = await dispatch('actualizaciones.bajar', {}, context);
    return brought.ok && brought.value.ahora.estado === 'lista';
  }

  try {
    await clock.sleep(FIRST_MS, signal);
    for (;;) await clock.sleep((await look()) ? EVERY_MS : AGAIN_MS, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
