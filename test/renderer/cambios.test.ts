import { expect, test } from 'vitest';
import type { RevisionCambio, RevisionDocumento, RevisionResumen } from '#contract/revision.ts';
import { Sesion } from '../../src-renderer/marco/sesion.svelte.ts';
import { RevisionState } from '../../src-renderer/features/revision/revision.svelte.ts';
import { apiDe } from './doble.ts';

const RESUMEN: RevisionResumen = {
  version: 1,
  filas: 3,
  listas: 3,
  conError: 0,
  conAviso: 0,
  importe: '0.00',
  omitidas: 0,
  ignoradas: 0,
  lineasDeTotal: 0,
  campos: [],
  fechas: [],
  enviados: [],
  deshacer: true,
  rehacer: true,
};
const DOCUMENTO: RevisionDocumento = {
  revision: 'r',
  estado: 'filas',
  archivos: [],
  conProblema: [],
  resumen: RESUMEN,
  arreglos: null,
  carga: null,
};
const cambio = (version: number): RevisionCambio => ({
  resumen: { ...RESUMEN, version },
  cambiadas: 1,
  fila: null,
});

test('a change asked while another is on its way waits for it, and is not lost', async () => {
  const primero = Promise.withResolvers<RevisionCambio>();
  const api = apiDe({
    'revision.ver': () => DOCUMENTO,
    'revision.deshacer': () => primero.promise,
    'revision.rehacer': () => cambio(3),
  });
  const revision = new RevisionState({ api, sesion: new Sesion(api) });
  await revision.recuperar();
  const cambios = () => api.pedidos.map(([metodo]) => metodo).filter((metodo) => /\.(deshacer|rehacer)$/.test(metodo));

  const deshecho = revision.deshacer();
  const rehecho = revision.rehacer();
  await expect.poll(cambios).toEqual(['revision.deshacer']);
  primero.resolve(cambio(2));
  expect((await deshecho)?.resumen.version).toBe(2);
  expect((await rehecho)?.resumen.version).toBe(3);
  expect(cambios()).toEqual(['revision.deshacer', 'revision.rehacer']);
});

test('columns that are chosen one right after another are all told, before the rows are read', async () => {
  const primero = Promise.withResolvers<RevisionDocumento>();
  const columnas: unknown[] = [];
  const api = apiDe({
    'revision.ver': () => DOCUMENTO,
    'revision.columnas': ({ mapear }: { mapear?: unknown }) => {
      columnas.push(mapear);
      return columnas.length === 1 ? primero.promise : DOCUMENTO;
    },
    'revision.leer': () => {
      columnas.push('leer');
      return DOCUMENTO;
    },
  });
  const revision = new RevisionState({ api, sesion: new Sesion(api) });
  await revision.recuperar();
  void revision.columnas(0, { mapear: { lote: 'Lote' } });
  void revision.columnas(0, { mapear: { terminal: 'Terminal' } });
  const leido = revision.leer();
  primero.resolve(DOCUMENTO);
  await leido;
  expect(columnas).toEqual([{ lote: 'Lote' }, { terminal: 'Terminal' }, 'leer']);
});

test('the totals of the rows before a change are not those of what is sent', async () => {
  const totales = (importe: string) => ({ version: 1, cupones: 3, importe, porTarjeta: [], porDia: [], porCierre: [] });
  const importes = ['10.00', '7.00'];
  const api = apiDe({
    'revision.ver': () => DOCUMENTO,
    'revision.deshacer': () => cambio(2),
    'revision.totales': () => totales(importes.shift() ?? ''),
  });
  const revision = new RevisionState({ api, sesion: new Sesion(api) });
  await revision.recuperar();
  await revision.leerTotales();
  expect(revision.totalesDeAhora?.importe).toBe('10.00');
  await revision.deshacer();
  expect(revision.totalesDeAhora).toBeUndefined();
  await revision.leerTotales();
  expect(revision.totalesDeAhora?.importe).toBe('7.00');
});
