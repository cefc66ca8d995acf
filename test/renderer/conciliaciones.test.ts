import { describe, expect, test } from 'vitest';
import type { CargaListada } from '#contract/documents.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import {
  ConciliacionesState,
  soloGuardadas,
} from '../../src-renderer/features/conciliaciones/conciliaciones.svelte.ts';
import { palabraDeEstado } from '../../src-renderer/features/conciliaciones/estado-carga.ts';
import { diasDe, nombreDeConciliacion } from '../../src-renderer/features/conciliaciones/nombre.ts';
import { CONCILIACION } from './conciliacion-importada.ts';
import { apiDe, falla } from './doble.ts';

const never = new AbortController().signal;
const carga = (estado: string): CargaListada => ({
  carga: estado,
  estado,
  archivo: 'a',
  filas: 1,
  cupones: 1,
  enviados: 0,
  id: null,
  at: 0,
});
const leida = (de: string, id: string, conciliados: number, sin_conciliar: number): CargaListada => ({
  ...carga('TERMINADA'),
  carga: de,
  id,
  leida: { conciliados, sin_conciliar },
});

describe('what was read of uploads that the service does not list', () => {
  test('is listed with what is known of them', () => {
    const guardadas = soloGuardadas({ conciliaciones: [], cargas: [leida('a', '5001', 373, 43), carga('TERMINADA')] });
    expect(guardadas.map(({ carga: una, suId, leida: suya }) => [una, suId, suya.sin_conciliar])).toEqual([
      ['a', '5001', 43],
    ]);
  });

  test('leaves out what the service lists, and what was deleted from here', () => {
    const conciliaciones = [{ ...CONCILIACION, carga: 'a' }];
    const cargas = [leida('a', CONCILIACION.id, 1, 2), { ...leida('b', '9', 1, 2), borrada: true as const }];
    expect(soloGuardadas({ conciliaciones, cargas })).toEqual([]);
  });

  test('has no page of its own where a later upload was given its number', () => {
    const conciliaciones = [{ ...CONCILIACION, id: '5001', carga: 'nueva' }];
    const cargas = [leida('nueva', '5001', 1, 2), leida('vieja', '5001', 3, 4), leida('otra', '5002', 5, 6)];
    expect(soloGuardadas({ conciliaciones, cargas }).map(({ carga: una, suId }) => [una, suId])).toEqual([
      ['vieja', null],
      ['otra', '5002'],
    ]);
    const todas = [leida('nueva', '7', 1, 2), leida('vieja', '7', 3, 4)];
    expect(soloGuardadas({ conciliaciones: [], cargas: todas }).map(({ suId }) => suId)).toEqual(['7', null]);
  });
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

  test('has the newest reconciliation first, whatever the order of the service', async () => {
    const una = (id: string, fecha: string | null) => ({
      ...CONCILIACION,
      id,
      fecha: fecha && (parseIsoDate(fecha) ?? null),
    });
    const conciliaciones = [
      una('998', '2026-11-20'),
      una('1000', '2026-11-21'),
      una('5', null),
      una('999', '2026-11-21'),
    ];
    const estado = new ConciliacionesState(
      apiDe({ 'conciliaciones.listar': () => ({ conciliaciones, cargas: [] }) }),
      'mía',
    );
    await estado.leer(never);
    expect(estado.leidas?.conciliaciones.map(({ id }) => id)).toEqual(['1000', '999', '998', '5']);
  });

  test('shows what this PC knows at once, and nobody is asked for the secret to open it', async () => {
    const api = apiDe({
      'conciliaciones.conocidas': () => ({ conciliaciones: [CONCILIACION], cargas: [carga('ENVIANDO')] }),
      'conciliaciones.listar': () => falla('CLAVE_AUSENTE'),
    });
    const estado = new ConciliacionesState(api, 'mía');
    await estado.abrir(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.listar', { cuenta: 'mía', sinPreguntar: true }]);
    expect([estado.mostradas?.conciliaciones, estado.pendientes.length]).toEqual([[CONCILIACION], 1]);
    expect([estado.falla, estado.sinEntrar]).toEqual([undefined, true]);
    await estado.leer(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.listar', { cuenta: 'mía' }]);
    expect(estado.falla?.code).toBe('CLAVE_AUSENTE');
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

test('what the service has no more is not complete', () => {
  expect(palabraDeEstado('TERMINADA', { borrada: true }).palabra).toBe('Borrada del servicio');
  expect(palabraDeEstado('IMPORTADO', { ausente: true }).palabra).toBe('Ya no está en el servicio');
  expect(palabraDeEstado('IMPORTADO', { ausente: false }).palabra).toBe('Completa');
});

test('a reconciliation is called as the person named it, else by its files, else by its number', () => {
  expect(nombreDeConciliacion({ ...CONCILIACION, archivos: ['/x/ventas.xlsx'] })).toBe('ventas.xlsx');
  expect(nombreDeConciliacion({ ...CONCILIACION, archivos: ['a.csv', 'b.csv'] })).toBe('a.csv y 1 más');
  expect(nombreDeConciliacion(CONCILIACION)).toBe('Conciliación 7');
  expect(nombreDeConciliacion({ ...CONCILIACION, archivos: ['a.csv'], nombre: 'Octubre' })).toBe('Octubre');
});

test('its days of sale are those that the service says, else those that were read', () => {
  const leida = {
    ...{ leido: '', conciliados: 0, sin_conciliar: 0, importe_conciliado: '0.00' },
    importe_sin_conciliar: '0.00',
  };
  const conDias = { ...CONCILIACION, leida: { ...leida, desde: '2026-10-02', hasta: '2026-10-30' } };
  expect(diasDe(conDias)).toEqual({ desde: '2026-10-02', hasta: '2026-10-30' });
  expect(diasDe({ ...conDias, origen_desde: '2026-10-01', origen_hasta: '2026-10-31' })).toEqual({
    desde: '2026-10-01',
    hasta: '2026-10-31',
  });
  expect(diasDe(CONCILIACION)).toBeUndefined();
});
