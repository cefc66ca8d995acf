import { afterEach, beforeEach, expect, test } from 'vitest';
import { montarMundo, planilla, SIN_ESPERAS, type Mundo } from './mundo.ts';

let mundo: Mundo;
beforeEach(async () => {
  mundo = await montarMundo();
});
afterEach(() => mundo.cerrar());

const leer = (stdout: string): unknown => JSON.parse(stdout);

test('while one process uploads, another that wants to is refused at once, and neither file suffers', async () => {
  const [una, otra] = [mundo.archivo('una.csv', planilla(30)), mundo.archivo('otra.csv', planilla(7, 900))];
  // The second send of the first process hangs until its patience ends: it is in the middle of its upload for as long.
  mundo.sandbox.inyectarFalla('subir:2:colgada');
  const env = { CONCILIADOR_ESPERA_PEDIDO: '20' };
  const primera = mundo.cli(['conciliar', una, '--por-tanda', '10', '--json', ...SIN_ESPERAS], { env });
  await expect.poll(() => mundo.sandbox.recibidos('subir').length, { interval: 5 }).toBe(2);
  const [conciliar, retomar, lee] = await Promise.all([
    mundo.cli(['conciliar', otra, '--json', ...SIN_ESPERAS]),
    mundo.cli(['conciliaciones', 'retomar', '--json', ...SIN_ESPERAS]),
    mundo.cli(['conciliaciones', 'listar', '--json']),
  ]);
  for (const { codigo, stdout } of [conciliar, retomar]) {
    expect(codigo).toBe(3);
    expect(leer(stdout)).toMatchObject({ codigo: 'EN_USO' });
  }
  expect(lee.codigo).toBe(0);
  const { codigo, stdout, stderr } = await primera;
  expect(codigo, stderr).toBe(0);
  expect(leer(stdout)).toMatchObject({ enviados: 30, completo: true });
  // The refused one sent nothing, left nothing behind, and is free to go now.
  expect(leer((await mundo.cli(['conciliaciones', 'retomar', '--json'])).stdout)).toEqual([]);
  expect(leer((await mundo.cli(['conciliar', otra, '--json', ...SIN_ESPERAS])).stdout)).toMatchObject({ enviados: 7 });
  expect(mundo.sandbox.verdad.conciliaciones().map(({ cupones }) => cupones.length)).toEqual([30, 7]);
});
