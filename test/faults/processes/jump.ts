import { expect } from 'vitest';
import { UPLOAD, type Blow } from './bridge.ts';
import { checkEnd, setScene } from './scene.ts';

const PRELOAD = new URL('jumping-clock-child.ts', import.meta.url).href;

/**
 * Uploads coupons from a machine whose wall clock jumps twice while the answer to a batch is lost, and checks that each is at the service once.
 * Gives how many tokens were obtained.
 */
export async function jumpDuringUpload(hours: readonly [number, number], when: Blow['cuando']): Promise<number> {
  const CUPONES = 300;
  const scene = await setScene({ cupones: CUPONES, porTanda: 100 });
  try {
    let jumps = 0;
    const jumpAt = (n: number, after?: () => void): void => {
      scene.strike({ pedido: UPLOAD, n, cuando: when, quien: 'cliente' }, (child) => {
        child.kill('SIGUSR2');
        jumps += 1;
        after?.();
      });
    };
    jumpAt(2, () => {
      jumpAt(2);
    });
    const { codigo, stdout, stderr } = await scene.reconcile({
      NODE_OPTIONS: `--import=${PRELOAD}`,
      CONCILIADOR_PRUEBA_SALTOS: hours.join(),
    });
    expect(jumps).toBe(2);
    expect(codigo, `${stdout}\n${stderr}`).toBe(0);
    checkEnd(scene, CUPONES);
    return scene.sandbox.listReceived('POST /oauth/access_token').length;
  } finally {
    await scene.close();
  }
}
