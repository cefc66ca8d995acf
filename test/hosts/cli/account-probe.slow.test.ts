import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../service/fixtures.ts';
import { IMPATIENT, mountWorld } from './world.ts';

test('cuenta probar --informe writes how the service answers, says it and exits 0', async () => {
  const world = await mountWorld(['pagina_base=0', 'parametros=consulta']);
  try {
    const { codigo, stdout } = await world.cli(['cuenta', 'probar', '--informe', 'servicio.json']);
    expect(codigo).toBe(0);
    expect(stdout).toMatch(/operaciones +como se describe/);
    expect(stdout).toMatch(/pagina_base +0/);
    const report: unknown = JSON.parse(readFileSync(path.join(world.carpeta, 'servicio.json'), 'utf8'));
    expect(report).toMatchObject({
      version: 1,
      puntos: expect.arrayContaining([{ rasgo: 'parametros', visto: 'consulta', motivo: null }]),
    });
    expect(report).not.toHaveProperty('cuenta');
    const again = await world.cli(['cuenta', 'probar', '--informe', 'servicio.json', '--json']);
    expect(again.codigo).not.toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ codigo: 'SALIDA_EXISTENTE' });
  } finally {
    await world.close();
  }
});

test('a service that sends us elsewhere exits 3, with the file', async () => {
  const world = await mountWorld(['redirige=si']);
  try {
    const { codigo, stdout } = await world.cli(['cuenta', 'probar', '--informe', 'servicio.json', '--json']);
    expect(codigo).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      codigo: 'REDIRECCION',
      informe: path.join(world.carpeta, 'servicio.json'),
    });
    expect(readFileSync(path.join(world.carpeta, 'servicio.json'), 'utf8')).toContain('REDIRECCION');
  } finally {
    await world.close();
  }
});

test('a service that lets in and then never answers is waited for once, and exits 3', async () => {
  const world = await mountWorld();
  try {
    await using server = await startServer(({ path: asked }) =>
      asked.startsWith('/oauth/') ? {} : { raw: () => undefined },
    );
    const env = { ...IMPATIENT, CONCILIADOR_URL: server.url, CONCILIADOR_REINTENTOS: '2' };
    const { codigo, stdout } = await world.cli(['cuenta', 'probar', '--informe', 'servicio.json', '--json'], { env });
    expect(codigo).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ codigo: 'TIEMPO_AGOTADO' });
    expect(readFileSync(path.join(world.carpeta, 'servicio.json'), 'utf8')).toContain('TIEMPO_AGOTADO');
    expect(server.received.filter(({ method }) => method === 'GET')).toHaveLength(1);
  } finally {
    await world.close();
  }
});

test('--con-carga without --si uploads nothing and exits 2; with it nothing is left on the service', async () => {
  const world = await mountWorld();
  try {
    const asked = await world.cli(['cuenta', 'probar', '--con-carga', '--json']);
    expect(asked.codigo).toBe(2);
    expect(JSON.parse(asked.stdout)).toMatchObject({ codigo: 'CONFIRMACION_NECESARIA' });
    expect(world.sandbox.listReceived()).toEqual([]);
    const done = await world.cli(['cuenta', 'probar', '--con-carga', '--si', '--informe', 'con-carga.json']);
    expect(done.codigo).toBe(0);
    expect(done.stdout).toContain('Los dos cupones de prueba se subieron, se leyó su resultado y se borraron.');
    expect(world.sandbox.listReceived('subir')).toHaveLength(2);
    expect(world.sandbox.truth.conciliaciones()).toEqual([]);
  } finally {
    await world.close();
  }
});
