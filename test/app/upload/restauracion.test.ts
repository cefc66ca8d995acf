import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mundo } from './mundo.ts';
import { cuponesDistintos, mundoReal } from './servicio-mundo.ts';

const AYER = Date.UTC(2026, 10, 2);

test('after a restoration, what the service has that the ledger does not know is told before anything is sent', async () => {
  const avisos: string[] = [];
  const { uploads, borrador, servidor, salidas, signal } = mundo({}, (libro) => ({
    ...libro,
    restauracion: () => (avisos.length === 0 ? { hasta: AYER } : null),
    restauracionRevisada: (aviso) => {
      expect(salidas).toHaveLength(0);
      avisos.push(aviso);
    },
  }));
  const id = servidor.ajena([{ fecha_venta: '2026-10-01', importe: '1.00' }], false);
  expect((await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal)).estado).toBe('terminada');
  expect(avisos).toHaveLength(1);
  expect(avisos[0]).toContain(
    `tiene una conciliación que el registro recuperado no conoce: ${id} (03/11/2026, un cupón`,
  );
});

test('a list that fails says nothing: it is compared at the next upload', async () => {
  const avisos: string[] = [];
  const { uploads, borrador, signal } = mundo({ lecturas: [{ k: 0, falla: 'parcial' }] }, (libro) => ({
    ...libro,
    restauracion: () => (avisos.length === 0 ? { hasta: AYER } : null),
    restauracionRevisada: (aviso) => avisos.push(aviso),
  }));
  await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal);
  expect(avisos).toEqual([]);
  await uploads.iniciar(borrador(101), { marcador: 'auto' }, signal);
  expect(avisos[0]).toMatch(/tiene todas sus conciliaciones/);
});

const { signal } = new AbortController();

/** An upload that was frozen when the copy was made, and sent whole after it; then the ledger is damaged, and restored. */
async function enviadaDespuesDeLaCopia(marcador: 'auto' | 'ninguno') {
  const real = await mundoReal(10);
  const carga = real.borrador(cuponesDistintos(25));
  real.ledger.congelar(carga, { marcador, nonce: 'abcdefghij', porTanda: 10 });
  real.ledger.close();
  const { ledger, uploads } = await real.reabrir(); // opening it makes the copy
  expect(await uploads.retomar(carga, signal)).toMatchObject({ estado: 'terminada' });
  ledger.close();
  writeFileSync(real.ruta, Buffer.alloc(40_000, 7));
  const despues = await real.reabrir();
  return {
    ...real,
    carga,
    uploads: despues.uploads,
    ledger: despues.ledger,
    async cerrar(): Promise<void> {
      despues.ledger.close();
      await real.cerrar();
    },
  };
}

test('an upload that a restored ledger does not know was sent asks before it sends again', async () => {
  const { uploads, carga, avisos, guardados, sandbox, cerrar } = await enviadaDespuesDeLaCopia('auto');
  sandbox.olvidarRecibidos();
  const pedida = await uploads.retomar(carga, signal);
  const [una] = sandbox.verdad.conciliaciones();
  expect(pedida).toMatchObject({
    estado: 'necesita_decision',
    pregunta: expect.stringContaining(
      `la conciliación ${String(una?.id)} que falta en él. Es de este mismo envío`,
    ) as string,
    opciones: [{ clave: 'rehacer' }, { clave: 'dejar' }, { clave: 'abandonar' }],
  });
  expect(avisos).toEqual([
    expect.stringMatching(/estaba dañado.*Se recuperó la copia/),
    expect.stringMatching(/tiene una conciliación que el registro recuperado no conoce/),
  ]);
  expect(sandbox.recibidos('POST /v2/conciliar-operaciones')).toEqual([]);
  expect(await uploads.decidir(carga, 'rehacer', signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 25, noInformados: 0 },
  });
  expect(guardados()).toEqual([25]);
  await cerrar();
});

test('without a marker it asks too, and giving up leaves what the service has', async () => {
  const { uploads, carga, guardados, cerrar } = await enviadaDespuesDeLaCopia('ninguno');
  expect(await uploads.retomar(carga, signal)).toMatchObject({
    estado: 'necesita_decision',
    pregunta: expect.stringContaining('Puede ser de este mismo envío') as string,
    opciones: [{ clave: 'dejar' }, { clave: 'abandonar' }],
  });
  expect(await uploads.decidir(carga, 'abandonar', signal)).toMatchObject({ estado: 'abandonada' });
  expect(guardados()).toEqual([25]);
  await cerrar();
});

test('nothing goes on while a restored ledger cannot be compared with the service', async () => {
  const { uploads, ledger, borrador, salidas } = mundo({ lecturas: [{ k: 0, falla: 'parcial' }] }, (libro) => ({
    ...libro,
    restauracion: () => ({ hasta: AYER }),
  }));
  const carga = borrador(1);
  ledger.congelar(carga, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 3 });
  expect(await uploads.retomar(carga, signal)).toMatchObject({ estado: 'interrumpida', codigo: 'LECTURA_INESTABLE' });
  expect(salidas).toEqual([]);
  expect(await uploads.retomar(carga, signal)).toMatchObject({ estado: 'terminada' });
});

test('where the service says that it has no list, what is unfinished asks once, and then goes on or is given up', async () => {
  const avisos: string[] = [];
  const { uploads, ledger, borrador, salidas, sinLista } = mundo({}, (libro) => ({
    ...libro,
    restauracion: () => (avisos.length === 0 ? { hasta: AYER } : null),
    restauracionRevisada: (aviso) => avisos.push(aviso),
  }));
  sinLista();
  const carga = borrador(1);
  ledger.congelar(carga, { marcador: 'auto', nonce: 'abcdefghij', porTanda: 3 });
  expect(await uploads.retomar(carga, signal)).toMatchObject({
    estado: 'necesita_decision',
    pregunta: expect.stringContaining('dice que no tiene lista de conciliaciones') as string,
    opciones: [{ clave: 'dejar' }, { clave: 'abandonar' }],
  });
  expect(salidas).toEqual([]);
  expect(avisos).toEqual([expect.stringMatching(/no se pudo comparar/)]);
  expect(await uploads.decidir(carga, 'dejar', signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 8, enviados: 8, completo: true },
  });
});
