import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { UPLOAD, type Blow } from './bridge.ts';
import { checkEnd, setScene } from './scene.ts';

interface Suspension {
  /** When the machine is suspended: before the second batch is sent, after it was answered, or halfway. */
  readonly cuando: Blow['cuando'];
  readonly stoppedMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Uploads 2,000 coupons from a machine that is suspended at the second batch and wakes with an expired token, and checks that each is at the service
 * once.
 */
export async function suspendDuringUpload({ cuando, stoppedMs, env = {} }: Suspension): Promise<void> {
  const scene = await setScene({ cupones: 2_000, porTanda: 500 });
  try {
    let woken: Promise<void> | undefined;
    scene.strike({ pedido: UPLOAD, n: 2, cuando, quien: 'cliente' }, (child) => {
      child.kill('SIGSTOP');
      woken = delay(stoppedMs).then(() => {
        scene.sandbox.expireTokens();
        child.kill('SIGCONT');
      });
    });
    const { codigo, stdout, stderr } = await scene.reconcile(env);
    await woken;
    expect(scene.puente.wasHit()).toBe(true);
    expect(codigo, `${stdout}\n${stderr}`).toBe(0);
    checkEnd(scene, 2_000);
  } finally {
    await scene.close();
  }
}
