import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { mundo } from './mundo.ts';

test('eight coupons in batches of three go in four sends, and all are reported', async () => {
  const { uploads, borrador, salidas, signal } = mundo({});
  const resultado = await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal);
  expect(resultado).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 8, enviados: 8, tandas: 4, noInformados: 0, completo: true, estado: 'IMPORTADO' },
  });
  expect(salidas).toHaveLength(4);
});

test('two uploads of an account go one after the other', async () => {
  const { uploads, borrador, servidor, signal } = mundo({});
  const [a, b] = [borrador(1), borrador(101)];
  const dos = await Promise.all([
    uploads.iniciar(a, { marcador: 'auto' }, signal),
    uploads.iniciar(b, { marcador: 'ninguno' }, signal),
  ]);
  expect(dos.map((cada) => cada.estado)).toEqual(['terminada', 'terminada']);
  expect(servidor.relato.filter((linea) => linea.includes('cierra'))).toHaveLength(2);
  expect(servidor.conciliaciones.size).toBe(2);
});

test('an attempt whose outcome is unknown is settled before another upload sends (I2)', async () => {
  // The second send is lost and the line is dead for a while: the upload stops with an open attempt.
  const { uploads, ledger, borrador, signal } = mundo({
    envios: [{ k: 1, suerte: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }],
    muerto: [{ k: 5, ms: 90_000 }],
  });
  const a = borrador(1);
  const primera = await uploads.iniciar(a, { marcador: 'auto' }, signal);
  expect(primera).toMatchObject({ estado: 'interrumpida', codigo: 'SIN_CONEXION' });
  const segunda = await uploads.iniciar(borrador(101), { marcador: 'auto' }, signal);
  expect(segunda.estado).toBe('terminada');
  expect(ledger.eventos(a).at(-1)?.kind).toMatch(/^(no_)?aplicado$/);
  expect(uploads.pendientes().map((cada) => cada.carga)).toEqual([a]);
  expect((await uploads.retomar(a, signal)).estado).toBe('terminada');
});

test('an aborted upload says what was kept and can be resumed', async () => {
  const { uploads, borrador, signal } = mundo({});
  const carga = borrador(1);
  const control = new AbortController();
  control.abort();
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, control.signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CANCELADO',
    pendientes: 8,
  });
  expect((await uploads.retomar(carga, signal)).estado).toBe('terminada');
});

test('stopped while a batch is on its way, it waits for the answer: going on has nothing to find out', async () => {
  const { uploads, ledger, borrador, salidas, signal } = mundo({});
  const carga = borrador(1);
  const control = new AbortController();
  const anotar = salidas.push.bind(salidas);
  salidas.push = (...dichas) => {
    control.abort();
    return anotar(...dichas);
  };
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, control.signal)).toMatchObject({ codigo: 'CANCELADO' });
  const clases = ledger.eventos(carga).map(({ kind }) => kind);
  expect(clases).toContain('aplicado');
  expect(clases).not.toContain('perdida');
  expect((await uploads.retomar(carga, signal)).estado).toBe('terminada');
});

test('a disk that is full before the coupons are frozen is said as that: there is no upload to go on with', async () => {
  const { uploads, borrador, salidas, signal } = mundo({}, (libro) => ({
    ...libro,
    congelar: () => {
      throw new AppError('DISCO_LLENO');
    },
  }));
  await expect(uploads.iniciar(borrador(1), { marcador: 'auto' }, signal)).rejects.toMatchObject({
    code: 'DISCO_LLENO',
  });
  expect(salidas).toEqual([]);
  expect(uploads.pendientes()).toEqual([]);
});

test('a result that is "not found" while its header is there proves nothing: the first send is not sent again', async () => {
  const { mientrasAbierta, uploads, borrador, servidor, signal } = mundo({
    envios: [{ k: 0, suerte: { que: 'sin_respuesta', ms: 0, como: 'silencio' } }],
  });
  mientrasAbierta(() => Promise.resolve(undefined));
  const resultado = await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal);
  const [id = ''] = servidor.conciliaciones.keys();
  expect(resultado).toMatchObject({
    estado: 'necesita_decision',
    opciones: expect.arrayContaining([expect.objectContaining({ clave: `adoptar:${id}` })]),
  });
  expect(servidor.conciliaciones.size).toBe(1);
});

test('a result that is forbidden while its reconciliation is open stops nothing', async () => {
  const { mientrasAbierta, uploads, borrador, signal } = mundo({});
  mientrasAbierta(() => Promise.reject(new AppError('TOKEN_RECHAZADO', { detail: { estado: 403 } })));
  expect(await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal)).toMatchObject({ estado: 'terminada' });
});

test('a result that is "not found" for a while after the close is waited for: nobody is told that it was deleted', async () => {
  const { mientrasCerrada, uploads, borrador, signal } = mundo({});
  let faltan = 5;
  mientrasCerrada(() => (faltan -= 1) >= 0);
  expect(await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { completo: true, noInformados: 0 },
  });
});

test('one that stays "not found" ends resumable', async () => {
  const { mientrasCerrada, uploads, borrador, signal } = mundo({});
  mientrasCerrada(() => true);
  expect(await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    pendientes: 0,
  });
});
