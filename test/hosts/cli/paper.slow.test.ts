import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import { systemClock } from '#platform/system-clock.ts';
import { sheetOf, readWorkbook } from '../../workbook/write/read-back.ts';
import type { Output } from './run-cli.ts';
import { mountWorld } from './world.ts';

test('a paper is written from what was brought, with the service gone', async () => {
  const world = await mountWorld();
  const { home, sandbox } = world;
  const cli = (args: readonly string[]): Promise<Output> => world.cli(args);
  const to = civilDateAt(systemClock.now());
  const from = addDays(to, -60);
  expect((await cli(['sincronizar'])).codigo).toBe(0);
  await sandbox.close();

  for (const paper of ['impuestos', 'liquidaciones']) {
    const output = path.join(home, `${paper}.xlsx`);
    const period = ['--desde', from, '--hasta', to, '--salida', output];
    const { codigo, stdout, stderr } = await cli(['papel', paper, ...period, '--json']);
    expect(codigo, stderr).toBe(0);
    const doc = JSON.parse(stdout) as { filas: number };
    expect(doc).toMatchObject({ papel: paper, archivo: output, desde: from, hasta: to, controles: { difieren: 0 } });
    const detail = sheetOf(await readWorkbook(output), 'Detalle');
    expect(detail.filas.at(-1)?.[0]).toBe(doc.filas);

    const other = await cli(['papel', paper, ...period, '--json']);
    expect([other.codigo, JSON.parse(other.stdout)]).toMatchObject([1, { codigo: 'SALIDA_EXISTENTE' }]);
  }
  const never = path.join(home, 'nunca.xlsx');
  const bad = await cli(['papel', 'sueldos', '--desde', from, '--hasta', to, '--salida', never, '--json']);
  expect([bad.codigo, JSON.parse(bad.stdout)]).toMatchObject([2, { codigo: 'USO' }]);
  expect((await cli(['papel', 'impuestos', '--desde', from])).codigo).toBe(2);
  expect(existsSync(never)).toBe(false);
  await world.close();
});
