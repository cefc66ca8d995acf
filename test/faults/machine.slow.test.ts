import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SmallDisk, whyNoSmallDisk } from '../platform/small-disk.ts';
import { UPLOAD, type Blow } from './processes/bridge.ts';
import { checkEnd, setScene } from './processes/scene.ts';
import { suspendDuringUpload } from './processes/suspend.ts';

const PRELOAD = new URL('processes/jumping-clock-child.ts', import.meta.url).href;

/**
 * Uploads coupons while the wall clock jumps twice and the answer to a batch is lost; checks that each coupon is at the service once. Returns how many
 * tokens were obtained.
 */
async function jumpDuringUpload(hours: readonly [number, number], when: Blow['cuando']): Promise<number> {
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

if (process.platform === 'win32') process.stderr.write('Skipped: Windows stops no process with a signal.\n');

const noDisk = whyNoSmallDisk();

describe('a machine that fails in the middle of an upload', () => {
  test.skipIf(process.platform === 'win32').each(['antes', 'despues', 'a_medias'] as const)(
    'that is suspended (%s) goes on when it wakes, with nothing lost or doubled',
    suspendDuringUpload,
  );

  test.skipIf(noDisk !== undefined)('whose disk fills says so, and goes on when there is room', async () => {
    const scene = await setScene({ cupones: 2_000, porTanda: 500 });
    mkdirSync(scene.data, { mode: 0o700 });
    const disk = new SmallDisk(scene.data, 12);
    try {
      scene.strike({ pedido: UPLOAD, n: 2, cuando: 'despues', quien: 'cliente' }, () => {
        disk.fill();
      });
      const stopped = await scene.reconcile();
      expect(stopped.codigo, stopped.stderr).toBe(3);
      expect(`${stopped.stdout}${stopped.stderr}`).toContain('No queda lugar en el disco');
      disk.empty();
      const { codigo, stdout, stderr } = await scene.resume();
      expect(codigo, `${stdout}\n${stderr}`).toBe(0);
      checkEnd(scene, 2_000);
    } finally {
      disk.unmount();
      await scene.close();
    }
  });
});

const onSignals = process.platform !== 'win32';
describe.runIf(onSignals)('a wall clock that somebody sets in the middle of an upload', { concurrent: true }, () => {
  // A token lasts an hour by the wall clock: a jump forward past its end obtains another, a jump back none.
  test.each([
    ['forward, then back past the beginning', [5, -8], 'despues', 2],
    ['back, then forward', [-3, 7], 'antes', 2],
  ] as const)(
    '%s: nothing is lost or doubled, and the token is renewed as it must be',
    async (...[, hours, when, tokens]) => {
      expect(await jumpDuringUpload(hours, when)).toBe(tokens);
    },
  );
});
