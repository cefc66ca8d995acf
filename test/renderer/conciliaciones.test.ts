import { describe, expect, test } from 'vitest';
import type { CargaListada } from '#contract/documents.ts';
import { ConciliacionesState } from '../../src-renderer/features/conciliaciones/conciliaciones.svelte.ts';
import { palabraDeEstado } from '../../src-renderer/features/conciliaciones/estado-carga.ts';
import { CONCILIACION } from './conciliacion-importada.ts';
import { apiDe, falla } from './doble.ts';

const never = new AbortController().signal;
const carga = (estado: string): CargaListada => ({
  carga: estado,
  estado,
  archivo: 'a',
  filas: 1,
  enviados: 0,
  id: null,
});

describe('the list', () => {
  test('puts first what this PC left unfinished', async () => {
    const cargas = ['TERMINADA', 'ENVIANDO', 'ABANDONADA', 'DECISION'].map(carga);
    const estado = new ConciliacionesState(
      apiDe({ 'conciliaciones.listar': () => ({ conciliaciones: [], cargas }) }),
      'mía',
    );
    await estado.leer(never);
    expect(estado.pendientes.map((una) => una.estado)).toEqual(['ENVIANDO', 'DECISION']);
  });

  test('keeps on screen what had been read when it cannot be read again', async () => {
    let reads = 0;
    const api = apiDe({
      'conciliaciones.listar': () =>
        ++reads === 1 ? { conciliaciones: [CONCILIACION], cargas: [] } : falla('SIN_CONEXION'),
    });
    const estado = new ConciliacionesState(api, 'mía');
    await estado.leer(never);
    await estado.leer(never);
    expect(estado.falla?.code).toBe('SIN_CONEXION');
    expect(estado.leidas?.conciliaciones).toEqual([CONCILIACION]);
  });

  test('one that could not be deleted is not said to be', async () => {
    const estado = new ConciliacionesState(apiDe({ 'conciliaciones.borrar': () => falla('SERVICIO_FALLA') }), 'mía');
    estado.borrando = CONCILIACION;
    await estado.borrar('7', never);
    expect(estado.borrada).toBeUndefined();
    expect(estado.borrando).toBeUndefined();
    expect(estado.falla?.code).toBe('SERVICIO_FALLA');
  });
});

test('a reconciliation that still receives coupons is not one that waits for its result', () => {
  expect(palabraDeEstado('PENDIENTE').palabra).toBe('Recibiendo cupones');
  expect(palabraDeEstado('ESPERANDO').palabra).toBe('Esperando resultado');
  expect(palabraDeEstado('OTRO').palabra).toBe('OTRO');
});
