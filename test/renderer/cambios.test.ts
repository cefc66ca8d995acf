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
  omitidas: 0,
  ignoradas: 0,
  campos: [],
  fechas: [],
  deshacer: true,
  rehacer: true,
};
const DOCUMENTO: RevisionDocumento = {
  revision: 'r',
  estado: 'filas',
  archivos: [],
  conProblema: [],
  resumen: RESUMEN,
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
