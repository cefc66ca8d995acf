import { describe, expect, test } from 'vitest';
import type { CargaListada, ConciliacionDocumento, OperacionResultado } from '#contract/documents.ts';
import { ConciliacionesState } from '../../src-renderer/features/conciliaciones/conciliaciones.svelte.ts';
import { ResultadoState } from '../../src-renderer/features/conciliaciones/resultado.svelte.ts';
import { apiDe, falla } from './doble.ts';

const never = new AbortController().signal;
const CONCILIACION: ConciliacionDocumento = {
  id: '7',
  fecha: '2026-11-21',
  origen_desde: null,
  origen_hasta: null,
  total: 3,
  nuevos: 3,
  existentes: 0,
  error: 0,
  conciliados: 2,
  sin_conciliar: 1,
  estado: 'IMPORTADO',
  carga: null,
};
const carga = (estado: string): CargaListada => ({
  carga: estado,
  estado,
  archivo: 'a',
  filas: 1,
  enviados: 0,
  id: null,
});
const operacion = (importe: string, conciliado: boolean): OperacionResultado => ({
  importe,
  conciliado,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila: null,
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

describe('a result', () => {
  test('is split in what matched and what did not, each with its exact sum', async () => {
    const operaciones = [operacion('0.10', true), operacion('0.20', true), operacion('5', false)];
    const estado = new ResultadoState(
      apiDe({ 'conciliaciones.resultado': () => ({ ...CONCILIACION, operaciones }) }),
      'mía',
      '7',
    );
    await estado.leer(never);
    expect(estado.partes.conciliados.importe).toBe('0.30');
    expect(estado.partes.sin_conciliar.importe).toBe('5.00');
    expect(estado.grupo).toBe('sin_conciliar');
  });

  test('where everything matched opens on what matched', async () => {
    const operaciones = [operacion('1', true)];
    const estado = new ResultadoState(
      apiDe({ 'conciliaciones.resultado': () => ({ ...CONCILIACION, operaciones }) }),
      'mía',
      '7',
    );
    await estado.leer(never);
    expect(estado.grupo).toBe('conciliados');
  });

  test('changing what is seen closes the panel', async () => {
    const operaciones = [operacion('1', true), operacion('2', false)];
    const estado = new ResultadoState(
      apiDe({ 'conciliaciones.resultado': () => ({ ...CONCILIACION, operaciones }) }),
      'mía',
      '7',
    );
    await estado.leer(never);
    estado.elegida = operaciones[1];
    estado.ver('conciliados');
    expect(estado.elegida).toBeUndefined();
  });
});
