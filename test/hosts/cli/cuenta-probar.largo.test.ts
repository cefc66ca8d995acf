import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { montarMundo } from './mundo.ts';

test('cuenta probar --informe writes how the service answers, says it and exits 0', async () => {
  const mundo = await montarMundo(['pagina_base=0', 'parametros=consulta']);
  try {
    const { codigo, stdout } = await mundo.cli(['cuenta', 'probar', '--informe', 'servicio.json']);
    expect(codigo).toBe(0);
    expect(stdout).toMatch(/operaciones +como se describe/);
    expect(stdout).toMatch(/pagina_base +0/);
    const report: unknown = JSON.parse(readFileSync(path.join(mundo.carpeta, 'servicio.json'), 'utf8'));
    expect(report).toMatchObject({
      version: 1,
      puntos: expect.arrayContaining([{ rasgo: 'parametros', visto: 'consulta', motivo: null }]),
    });
    expect(report).not.toHaveProperty('cuenta');
    const again = await mundo.cli(['cuenta', 'probar', '--informe', 'servicio.json', '--json']);
    expect(again.codigo).not.toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ codigo: 'SALIDA_EXISTENTE' });
  } finally {
    await mundo.cerrar();
  }
});

test('a service that sends us elsewhere exits 3, with the file', async () => {
  const mundo = await montarMundo(['redirige=si']);
  try {
    const { codigo, stdout } = await mundo.cli(['cuenta', 'probar', '--informe', 'servicio.json', '--json']);
    expect(codigo).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      codigo: 'REDIRECCION',
      informe: path.join(mundo.carpeta, 'servicio.json'),
    });
    expect(readFileSync(path.join(mundo.carpeta, 'servicio.json'), 'utf8')).toContain('REDIRECCION');
  } finally {
    await mundo.cerrar();
  }
});

test('--con-carga without --si uploads nothing and exits 2; with it nothing is left on the service', async () => {
  const mundo = await montarMundo();
  try {
    const asked = await mundo.cli(['cuenta', 'probar', '--con-carga', '--json']);
    expect(asked.codigo).toBe(2);
    expect(JSON.parse(asked.stdout)).toMatchObject({ codigo: 'CONFIRMACION_NECESARIA' });
    expect(mundo.sandbox.recibidos()).toEqual([]);
    const done = await mundo.cli(['cuenta', 'probar', '--con-carga', '--si', '--informe', 'con-carga.json']);
    expect(done.codigo).toBe(0);
    expect(done.stdout).toContain('Los dos cupones de prueba se subieron, se leyó su resultado y se borraron.');
    expect(mundo.sandbox.recibidos('subir')).toHaveLength(2);
    expect(mundo.sandbox.verdad.conciliaciones()).toEqual([]);
  } finally {
    await mundo.cerrar();
  }
});
