import { expect, test } from 'vitest';
import { mundo } from './mundo.ts';

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
    `tiene 1 conciliaciones que el registro recuperado no conoce: ${id} (2026-11-03, 1 cupones`,
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
  expect(avisos[0]).toMatch(/no hay ninguna conciliación que el registro no conozca/);
});
