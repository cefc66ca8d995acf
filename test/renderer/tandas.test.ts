import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import type { UploadTanda, UploadTandas } from '#contract/conciliaciones.ts';
import { fold } from '#domain/upload/apply.ts';
import { listTandas } from '#domain/upload/tandas.ts';
import { countTandas } from '../../src-renderer/features/wizard/sent-in-words.ts';
import {
  countUnconfirmed,
  describeProof,
  describeQuiet,
  isConfirmed,
  TandasState,
} from '../../src-renderer/features/sending/tandas.svelte.ts';
import { makeApi } from './double.ts';

describe('the batches', () => {
  test('announced before sending are those that are planned', () => {
    forAll(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 40 }), (total, byTanda) => {
      const settings = { patienceMs: 0, porTanda: byTanda, esperaMs: 0, settledMs: 0 };
      const learned = { lista: null, numeros: null, tamano: null };
      const frozen = { kind: 'congelada', total, marcador: null, numeros: 'texto' } as const;
      const m = fold([frozen], { ajustes: settings, aprendido: learned, mono: 0 });
      expect(countTandas(total, byTanda)).toBe(listTandas([], m).length);
    });
  });

  const TANDA: UploadTanda = {
    n: 2,
    tipo: 'tanda',
    estado: 'confirmada',
    cupones: 200,
    importe: '10.00',
    prueba: 'respuesta',
    id: '48213',
    antes: 1,
    at: 0,
  };
  const TANDAS: UploadTandas = { carga: 'C1', tandas: 3, confirmadas: 1, cupones: 202, filas: [TANDA] };

  test('of an upload that stopped are not being sent', () => {
    expect(describeQuiet(TANDA)).toBeUndefined();
    expect(describeQuiet({ ...TANDA, estado: 'enviando' })).toMatchObject({
      state: 'espera',
      word: 'Sin confirmar',
    });
    expect(describeQuiet({ ...TANDA, estado: 'comprobando' })?.how).toMatch(/^Antes de seguir miramos si llegó/);
  });

  test('of an upload that stopped count as confirmed, as not confirmed or as not sent', () => {
    const filas = [TANDA, { ...TANDA, estado: 'comprobando', cupones: 20 }, { ...TANDA, estado: 'en_espera' }] as const;
    expect([countUnconfirmed(undefined), countUnconfirmed({ ...TANDAS, filas })]).toEqual([0, 20]);
    expect([isConfirmed(TANDAS), isConfirmed({ ...TANDAS, confirmadas: 3 })]).toEqual([false, true]);
  });

  test('are read once after whatever happened while they were being read', async () => {
    let readings = 0;
    const api = makeApi({
      'cargas.tandas': async () => {
        readings += 1;
        await Promise.resolve();
        return { ...TANDAS, confirmadas: readings };
      },
    });
    const tandas = new TandasState(api);
    await Promise.all([tandas.load('mía', 'C1'), tandas.load('mía', 'C1'), tandas.load('mía', 'C1')]);
    expect([readings, tandas.read?.confirmadas]).toEqual([2, 2]);
  });

  test('of an upload that is not looked at any more are not shown', async () => {
    const { promise, resolve } = Promise.withResolvers<UploadTandas>();
    const tandas = new TandasState(makeApi({ 'cargas.tandas': () => promise }));
    const reading = tandas.load('mía', 'C1');
    tandas.forget();
    resolve(TANDAS);
    await reading;
    expect(tandas.read).toBeUndefined();
  });

  test.for<[Partial<UploadTanda>, string]>([
    [{}, 'El servicio la confirmó: pasa de 1 a 201 cupones'],
    [{ prueba: 'encabezado' }, 'Se cortó la respuesta, pero llegó entera: de 1 a 201 cupones'],
    [{ tipo: 'primero' }, 'Abre la conciliación 48213 en el servicio'],
    [{ tipo: 'primero', prueba: 'marcador' }, 'Se cortó la respuesta, pero llegó: la marca dice que es la 48213'],
    [{ prueba: 'persona' }, 'La confirmaste vos'],
    [{ tipo: 'cierre' }, 'El servicio la confirmó: cerró el envío y empezó la comparación'],
    [{ estado: 'enviando' }, 'Esperamos que pase de 1 a 201 cupones'],
    [{ estado: 'comprobando' }, 'No llegó la respuesta: miramos si está antes de mandarla otra vez'],
    [{ estado: 'en_espera', tipo: 'cierre' }, 'Cierra el envío y empieza la comparación'],
    [{ estado: 'en_espera' }, ''],
  ])('%j: %s', ([parts, said]) => {
    expect(describeProof({ ...TANDA, ...parts })).toBe(said);
  });
});
