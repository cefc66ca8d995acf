import type { Clock } from '#domain/clock.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';

/** Once the program is there, and then each day that it stays open. */
const FIRST_MS = 2 * 60_000;
const EVERY_MS = 24 * 3_600_000;
/** A feed that did not answer, or a cut download, is tried again before the next day. */
const AGAIN_MS = 3_600_000;

interface AgendaDeps {
  readonly dispatch: Dispatch;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Looks for a new version while the window is open, and brings it behind. What it finds is the state that the screens show; a version that did not open on
 * this PC is left to the person. Resolves when the signal says.
 */
export async function keepLooking({ dispatch, clock }: AgendaDeps, signal: AbortSignal): Promise<void> {
  const context = { signal, onProgress: () => undefined };

  /** Whether all went well. */
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
