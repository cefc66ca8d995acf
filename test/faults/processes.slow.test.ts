import { describe, expect, test, vi } from 'vitest';
import { commonCases, drawCase, type Case, type Death } from './processes/cases.ts';
import { checkEnd, checkStopped, setScene } from './processes/scene.ts';

// For two cores: more processes at once slow each other down.
vi.setConfig({ maxConcurrency: 2 });

/** Kills of the long run (`npm run test:largo`); none in the ordinary one. */
const DRAWN = Number(process.env['CONCILIADOR_MATANZAS'] ?? 0);
/** The first drawn seed; set it to run one case alone. */
const SEED = Number(process.env['CONCILIADOR_SEMILLA'] ?? 1);
const KILLED = null;
const PERSON = 4;

/** Whether the service dies instead of the client, and whether that leaves the first send unseen. */
function switchesOf(death: Death): { servicio: boolean; primero: boolean } {
  if (!('blow' in death)) return { servicio: false, primero: false };
  const { quien: who, cuando, n, pedido: request } = death.blow;
  return { servicio: who === 'servicio', primero: n === 1 && cuando === 'antes' && request.startsWith('POST /v2') };
}

/** Runs the file to its end through the deaths of a case, and checks ledger and service after each death. `requires`: every death must happen. */
async function run({ cupones, porTanda, deaths, rasgos = [] }: Case, requires: boolean): Promise<void> {
  const scene = await setScene({ cupones, porTanda, rasgos });
  try {
    let hasBegun = false;
    for (const death of deaths) {
      const env = 'point' in death ? { CONCILIADOR_PRUEBA_MATAR: death.point } : {};
      if ('blow' in death) scene.kill(death.blow);
      const { codigo, stderr } = await (hasBegun ? scene.resume(env) : scene.reconcile(env));
      const { servicio: service, primero } = switchesOf(death);
      const expected = service ? (primero ? PERSON : 0) : KILLED;
      if (requires) expect(codigo, stderr).toBe(expected);
      else expect([0, KILLED, PERSON], stderr).toContain(codigo);
      if ('blow' in death && requires) expect(scene.wasHit()).toBe(true);
      checkStopped(scene);
      hasBegun = scene.readNoted().machine !== undefined;
    }
    let last = await (hasBegun ? scene.resume() : scene.reconcile());
    // A blow that has not fallen yet may fall now. If the first send did not arrive, and the service was never seen to list an open reconciliation, a
    // person has to look and answer.
    for (let turn = 0; turn < deaths.length + 1 && last.codigo !== 0; turn++) {
      const didNotArrive = last.codigo === PERSON && scene.inService().size === 0;
      last = await (didNotArrive ? scene.resume({}, 'reenviar') : scene.resume());
    }
    const { codigo, stdout, stderr } = last;
    expect(codigo, `${stdout}\n${stderr}`).toBe(0);
    checkEnd(scene, cupones);
  } finally {
    await scene.close();
  }
}

const inWords = ({ cupones, deaths }: Case): string =>
  `${String(cupones)} coupons, ${deaths
    .map((death) =>
      'point' in death
        ? `killed at ${death.point}`
        : `${death.blow.quien} ${death.blow.cuando} request ${String(death.blow.n)} of ${death.blow.pedido}`,
    )
    .join(', then ')}`;

describe.concurrent('a real process that dies leaves nothing lost or doubled', () => {
  test.each(commonCases().map((testCase) => [inWords(testCase), testCase] as const))('%s', async (_title, testCase) => {
    await run(testCase, true);
  });
});

if (DRAWN === 0) process.stderr.write('Skipped: drawn deaths, which only `npm run test:largo` plays.\n');
describe.runIf(DRAWN > 0)('deaths of the long run', { concurrent: true }, () => {
  test.each(Array.from({ length: DRAWN }, (_, i) => SEED + i))('seed %i', async (seed) => {
    await run(drawCase(seed), false);
  });
});
