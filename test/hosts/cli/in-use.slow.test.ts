import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { mountWorld, sheet, NO_WAITS } from './world.ts';

const parse = (stdout: string): unknown => JSON.parse(stdout);

test('while one process uploads, another that wants to is refused at once, and neither file suffers', async () => {
  // The second send of the first process is answered only after the refusals, so that its upload is under way until then.
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const world = await mountWorld([], { ...systemClock, sleep: () => answered });
  onTestFinished(() => {
    answer(undefined);
    return world.close();
  });
  world.sandbox.injectFailure('subir:2:demorada');
  const [one, other] = [world.file('una.csv', sheet(30)), world.file('otra.csv', sheet(7, 900))];
  const env = { CONCILIADOR_ESPERA_PEDIDO: '600' }; // longer than any test waits
  const first = world.cli(['conciliar', one, '--por-tanda', '10', '--json', ...NO_WAITS], { env });
  await expect.poll(() => world.sandbox.listReceived('subir').length, { interval: 5 }).toBe(2);
  const [reconcile, resume, synchronise, reads] = await Promise.all([
    world.cli(['conciliar', other, '--json', ...NO_WAITS]),
    world.cli(['conciliaciones', 'retomar', '--json', ...NO_WAITS]),
    world.cli(['sincronizar', '--json']),
    world.cli(['conciliaciones', 'listar', '--json']),
  ]);
  for (const { codigo, stdout } of [reconcile, resume, synchronise]) {
    expect(codigo).toBe(3);
    expect(parse(stdout)).toMatchObject({ codigo: 'EN_USO' });
  }
  // Each refusal has its own document, with nothing done.
  expect(parse(reconcile.stdout)).toMatchObject({ carga: null, estado: 'RECHAZADA', enviados: 0, pendientes: 0 });
  expect(parse(synchronise.stdout)).toMatchObject({ metodos: [], fallas: [] });
  expect(reads.codigo).toBe(0);
  answer(undefined);
  const { codigo, stdout, stderr } = await first;
  expect(codigo, stderr).toBe(0);
  expect(parse(stdout)).toMatchObject({ enviados: 30, completo: true });
  // The refused command sent nothing, left nothing behind, and can run now.
  expect(parse((await world.cli(['conciliaciones', 'retomar', '--json'])).stdout)).toEqual([]);
  expect(parse((await world.cli(['conciliar', other, '--json', ...NO_WAITS])).stdout)).toMatchObject({ enviados: 7 });
  expect(world.sandbox.truth.conciliaciones().map(({ cupones }) => cupones.length)).toEqual([30, 7]);
});
