import { expect, test } from 'vitest';
import { CLASES, METODOS } from '#sandbox/index.ts';
import { crearFallas, parseFalla } from '../../src-main/sandbox/fallas.ts';
import { abrir, TODO } from './apoyo.ts';

const cupon = { fecha_venta: '2026-11-01', importe: '10.00', comprobante: '1', tarjeta_nro: '0001' };
const ANTES = ['corte-antes', '403', '500', '502', 'colgada-antes'];

test.for(['corte-antes', 'corte-despues', 'truncada'])('%s: no whole answer comes', async (clase) => {
  const { sandbox, subir } = await abrir({ rasgos: [`falla=subir:1:${clase}`] });
  await expect(subir('0', [cupon], false)).rejects.toThrow();
  expect(sandbox.verdad.conciliaciones()).toHaveLength(ANTES.includes(clase) ? 0 : 1);
});

test.for(['500', '500-despues', '502', '502-despues'])('%s: the status is answered', async (clase) => {
  const { pedir, sandbox } = await abrir({ fallas: [`subir:1:${clase}`] });
  const json = { id: '0', datos: [cupon], subir_mas: 'false' };
  const respuesta = await pedir('POST', '/v2/conciliar-operaciones', { json });
  expect(respuesta.statusCode).toBe(Number(clase.slice(0, 3)));
  expect(respuesta.headers['content-type']).toContain(clase.startsWith('502') ? 'text/html' : 'application/json');
  expect(sandbox.verdad.conciliaciones()).toHaveLength(ANTES.includes(clase) ? 0 : 1);
});

test('demorada: the answer comes when five seconds of the clock have passed', async () => {
  const { leer, reloj, sandbox } = await abrir({ fallas: ['comercios:1:demorada'] });
  const respuesta = leer('/v1/comercios');
  await expect.poll(() => sandbox.recibidos('comercios')).toHaveLength(1);
  reloj.avanzar(4999);
  expect(sandbox.recibidos('comercios')[0]?.estado).toBeUndefined();
  reloj.avanzar(1);
  expect((await respuesta).total).toBe(5);
});

test.for(['colgada', 'colgada-antes', 'demorada'])('%s: closing the sandbox ends the wait', async (clase) => {
  const { sandbox, subir } = await abrir({ fallas: [`subir:1:${clase}`] });
  const subida = subir('0', [cupon], false).catch((error: unknown) => error);
  await expect.poll(() => sandbox.recibidos('subir')).toHaveLength(1);
  expect(sandbox.verdad.conciliaciones()).toHaveLength(ANTES.includes(clase) ? 0 : 1);
  await sandbox.close();
  expect(await subida).toBeInstanceOf(Error);
});

test('the Nth request of its method fails, the others do not', async () => {
  const { estado } = await abrir({
    rasgos: ['falla=operaciones:2:500', 'falla=rechazos:2-3:500', 'falla=comercios:3+:502'],
  });
  const tres = async (ruta: string) => [
    await estado(ruta, TODO),
    await estado(ruta, TODO),
    await estado(ruta, TODO),
    await estado(ruta, TODO),
  ];
  expect(await tres('/v1/operaciones')).toEqual([200, 500, 200, 200]);
  expect(await tres('/v1/rechazos')).toEqual([200, 500, 500, 200]);
  expect(await tres('/v1/comercios')).toEqual([200, 200, 502, 502]);
});

test('faults are added and taken away while it runs', async () => {
  const { estado, sandbox } = await abrir();
  sandbox.inyectarFalla('comercios:*:500');
  expect(await estado('/v1/comercios')).toBe(500);
  sandbox.reiniciarFallas();
  expect(await estado('/v1/comercios')).toBe(200);
  sandbox.inyectarFalla('*:2:500');
  expect(await estado('/v1/comercios')).toBe(500);
});

test('a drawn schedule depends on its seed alone', () => {
  const sortear = (semilla: number) => {
    const fallas = crearFallas([], semilla);
    return Array.from({ length: 400 }, () => fallas.proxima('subir'));
  };
  expect(sortear(7)).toEqual(sortear(7));
  expect(sortear(7)).not.toEqual(sortear(8));
  expect(new Set(sortear(7)).size).toBeGreaterThan(5);
  const malas = sortear(7).filter((clase) => clase !== undefined).length;
  expect(malas).toBeGreaterThan(20);
  expect(malas).toBeLessThan(90);
});

test('a fault that does not exist is refused in words', () => {
  expect(() => parseFalla('subida:1:500')).toThrow(/el método es uno de: token, login/);
  expect(() => parseFalla('subir:0:500')).toThrow(/el número es 3, 3\+, 3-5 o \*/);
  expect(() => parseFalla('subir:1:501')).toThrow(/la clase es una de: /);
  expect(() => parseFalla('subir:1')).toThrow(/la clase es una de: /);
  for (const metodo of METODOS) {
    for (const clase of Object.keys(CLASES)) expect(parseFalla(`${metodo}:1:${clase}`).metodo).toBe(metodo);
  }
});
