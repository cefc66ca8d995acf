import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { UPLOAD, type Blow } from './bridge.ts';
import { checkEnd, setScene } from './scene.ts';

/** A request's time limit here: more than a busy machine needs for one. */
const LIMIT_S = 3;
/** Longer than the limit. To the client this time passes at once. */
const STOPPED_MS = 5_000;

/**
 * Uploads 2,000 coupons from a machine that is suspended at the second batch and wakes with an expired token; checks that each coupon is at the service
 * once. `cuando`: suspended before the batch is sent, after its answer, or halfway.
 */
export async function suspendDuringUpload(cuando: Blow['cuando']): Promise<void> {
  const scene = await setScene({ cupones: 2_000, porTanda: 500 });
  try {
    let woken: Promise<void> | undefined;
    scene.strike({ pedido: UPLOAD, n: 2, cuando, quien: 'cliente' }, (child) => {
      child.kill('SIGSTOP');
      woken = delay(STOPPED_MS).then(() => {
        scene.sandbox.expireTokens();
        child.kill('SIGCONT');
      });
    });
    const { codigo, stdout, stderr } = await scene.reconcile({ CONCILIADOR_ESPERA_PEDIDO: String(LIMIT_S) });
    await woken;
    expect(scene.wasHit()).toBe(true);
    expect(codigo, `${stdout}\n${stderr}`).toBe(0);
    checkEnd(scene, 2_000);
  } finally {
    await scene.close();
  }
}
