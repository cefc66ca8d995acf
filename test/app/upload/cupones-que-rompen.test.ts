import { expect, test } from 'vitest';
import { AJUSTES } from '#app/upload/index.ts';
import type { EnvioRespuesta } from '#domain/conciliacion.ts';
import { plegar, tandasDe } from '#domain/upload/index.ts';
import { mundo } from './mundo.ts';

/** The service fails, with nothing stored, whenever one of these coupons is in a batch. */
function rompe(servidor: { aplicar: (cuerpo: string) => EnvioRespuesta }, malos: readonly number[], siempre = false) {
  const aplicar = servidor.aplicar.bind(servidor);
  const estado = { abierta: false };
  servidor.aplicar = (cuerpo) => {
    const falla = malos.some((n) => cuerpo.includes(`"r ${String(n)}"`)) || (siempre && estado.abierta);
    estado.abierta = true;
    return falla ? { kind: 'perdida', motivo: '500', status: 500 } : aplicar(cuerpo);
  };
}

test.for([[[40]], [[2]], [[99]], [[40, 41]], [[3, 70]]])(
  'coupons that the service fails for, %j, are found and left out, and the others all arrive',
  async ([malos = []]) => {
    const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 50 });
    rompe(servidor, malos);
    const carga = borrador(1, 100);
    expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 100, enviados: 100 - malos.length, noInformados: 0, completo: false },
    });
    expect(ledger.conteos(carga)).toMatchObject({ rechazado: malos.length, no_enviado: 0 });
    expect(ledger.informePagina(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual(malos.map((n) => n + 1));
    expect([...servidor.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100 - malos.length]);
    expect(ledger.aprendido('c').tamano).toBeNull();
  },
);

test('a coupon that the service fails for is found also in batches of one', async () => {
  const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 1 });
  rompe(servidor, [4]);
  const carga = borrador(1, 6);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 5 },
  });
  expect(ledger.informePagina(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual([5]);
});

test('a service that fails for everything leaves no coupon out, and its rows are said', async () => {
  const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 50 });
  const aplicar = servidor.aplicar.bind(servidor);
  rompe(servidor, [], true);
  const carga = borrador(1, 100);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
    enviados: 1,
    pendientes: 99,
    mensaje: expect.stringMatching(/fila \d+ de a\./),
  });
  servidor.aplicar = aplicar;
  expect(await uploads.retomar(carga, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 100, enviados: 100, completo: true },
  });
  expect(ledger.conteos(carga).rechazado).toBe(0);
});

/** The service fails for whatever it gets from the second send on, so many times. */
function falla(servidor: { aplicar: (cuerpo: string) => EnvioRespuesta }, veces: number) {
  const aplicar = servidor.aplicar.bind(servidor);
  let envios = 0;
  servidor.aplicar = (cuerpo) => {
    envios += 1;
    return envios > 1 && envios <= 1 + veces ? { kind: 'perdida', motivo: '500', status: 500 } : aplicar(cuerpo);
  };
}

test.for([1, 2, 3, 4, 5, 6])(
  'an outage that ends after %i sends, whatever was left out by then, refuses no coupon',
  async (veces) => {
    const { uploads, borrador, servidor, signal } = mundo({ porTanda: 50 });
    falla(servidor, veces);
    const carga = borrador(1, 100);
    const primera = await uploads.iniciar(carga, { marcador: 'auto' }, signal);
    const ultima = primera.estado === 'interrumpida' ? await uploads.retomar(carga, signal) : primera;
    expect(ultima).toMatchObject({ estado: 'terminada', resumen: { enviados: 100, noAceptados: 0, completo: true } });
    expect([...servidor.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([100]);
  },
);

test('what is sent once more is sent after everything else and before the close, and shown as waiting until then', async () => {
  const { uploads, ledger, borrador, servidor, salidas, signal } = mundo({ porTanda: 50 });
  falla(servidor, 4);
  const carga = borrador(1, 60);
  const vistas: string[] = [];
  const aplicar = servidor.aplicar.bind(servidor);
  servidor.aplicar = (cuerpo) => {
    const m = plegar(ledger.eventos(carga), { ajustes: AJUSTES, aprendido: ledger.aprendido('c'), mono: 0 });
    const tandas = tandasDe(ledger.historia(carga), m);
    vistas.push(tandas.map(({ desde, hasta, estado }) => `${String(desde)}-${String(hasta)} ${estado}`).join(', '));
    return aplicar(cuerpo);
  };
  await uploads.iniciar(carga, { marcador: 'auto' }, signal);
  const desdes = salidas.map((dato) => /"r (\d+)"/.exec(dato)?.[1]);
  expect(desdes).toEqual(['1', '2', '2', '2', '2', '3', '4', '12', '2', '60']);
  // While the third is sent alone, and while the second is sent once more.
  expect(vistas[5]).toMatch(/^1-1 confirmada, 3-3 enviando, .*, 2-2 en_espera, 60-60 en_espera$/);
  expect(vistas[8]).toMatch(/-59 confirmada, 2-2 enviando, 60-60 en_espera$/);
});

test('one that is refused in words when it is sent once more is refused', async () => {
  const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 50 });
  const aplicar = servidor.aplicar.bind(servidor);
  let veces = 0;
  servidor.aplicar = (cuerpo) => {
    if (!cuerpo.includes('"r 5"')) return aplicar(cuerpo);
    veces += 1;
    return veces < 5
      ? { kind: 'perdida', motivo: '500', status: 500 }
      : { kind: 'rechazo', status: 400, retryAfterMs: null, detalle: 'cupón' };
  };
  const carga = borrador(1, 30);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 29, noAceptados: 1 },
  });
  expect(ledger.informePagina(carga, ['rechazado'], 0, 9).map(({ fila }) => fila)).toEqual([6]);
});

test('what was left out when the service failed again, for everything, is sent once more when it goes on', async () => {
  const { uploads, ledger, borrador, servidor, signal } = mundo({ porTanda: 50 });
  const aplicar = servidor.aplicar.bind(servidor);
  const estado = { roto: true, caido: false };
  servidor.aplicar = (cuerpo) => {
    if (cuerpo.includes('"r 29"')) estado.caido = estado.roto;
    const falla = estado.caido || (estado.roto && cuerpo.includes('"r 5"'));
    return falla ? { kind: 'perdida', motivo: '500', status: 500 } : aplicar(cuerpo);
  };
  const carga = borrador(1, 30);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
  });
  Object.assign(estado, { roto: false, caido: false });
  expect(await uploads.retomar(carga, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { enviados: 30, noAceptados: 0, completo: true },
  });
  expect(ledger.conteos(carga).rechazado).toBe(0);
});

test('a person who is asked about a first send that the service failed for is told its row', async () => {
  const { uploads, borrador, servidor, signal } = mundo({ porTanda: 50 });
  rompe(servidor, [1]);
  const carga = borrador(1, 9);
  const fila = expect.stringContaining('el cupón de la fila 2 de a.');
  const preguntada = { estado: 'necesita_decision', codigo: 'DECISION_NECESARIA', filas: fila };
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject(preguntada);
  expect(await uploads.retomar(carga, signal)).toMatchObject(preguntada);
});
