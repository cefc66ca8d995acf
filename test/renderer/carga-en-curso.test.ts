import { describe, expect, test } from 'vitest';
import type { CargaTerminada } from '#contract/documents.ts';
import { frase } from '#domain/frase.ts';
import { CargaState } from '../../src-renderer/features/conciliar/carga.svelte.ts';
import { Trabajos } from '../../src-renderer/marco/trabajos.svelte.ts';
import { detenida, TERMINADA } from './cargas-hechas.ts';
import { apiDe, falla } from './doble.ts';

/** Nothing is downloaded behind these. */
const NONE = { updateBehind: async () => undefined };
const C1 = { cuenta: 'mía', carga: 'C1', informe: 'conciliacion-mía.xlsx' };

describe('an upload that goes on', () => {
  test('is work in progress until it ends, however it ends', async () => {
    const trabajos = new Trabajos();
    const during: number[] = [];
    const api = apiDe({
      'cargas.retomar': () => {
        during.push(trabajos.activos.length);
        return falla('SIN_CONEXION');
      },
    });
    const carga = new CargaState({ api, trabajos, frescura: NONE }, () => 0);
    expect(await carga.retomar(C1)).toBeUndefined();
    expect(during).toEqual([1]);
    expect(trabajos.activos).toEqual([]);
    expect(carga.falla?.code).toBe('SIN_CONEXION');
    expect(carga.enCurso).toBe(false);
  });

  test('says what is missing at the pace of what was confirmed', async () => {
    let now = 0;
    const estimates: (number | undefined)[] = [];
    const api = apiDe({
      'cargas.retomar': (_entrada, { onAvance }) => {
        for (const hecho of [0, 50]) {
          onAvance?.({ fase: 'envio', hecho, total: 200 });
          estimates.push(carga.faltan(now));
          now += 10_000;
        }
        estimates.push(carga.faltan(now));
        return [TERMINADA];
      },
    });
    const carga = new CargaState({ api, trabajos: new Trabajos(), frescura: NONE }, () => now);
    await carga.retomar(C1);
    expect(estimates).toEqual([undefined, 30_000, 60_000]);
  });

  test('stopping it asks the core, which says what was kept', async () => {
    const api = apiDe({
      'cargas.retomar': (_entrada, { signal }) => {
        carga.detener();
        expect(signal?.aborted).toBe(true);
        return [detenida({})];
      },
    });
    const carga = new CargaState({ api, trabajos: new Trabajos(), frescura: NONE }, () => 0);
    await carga.retomar(C1);
    expect(carga.detenida).toMatchObject({ codigo: 'CANCELADO', enviados: 1, pendientes: 2 });
    expect(carga.pausada).toBe(false);
  });

  test.for([
    [
      'whose report could not be written',
      (): CargaTerminada[] => [{ ...TERMINADA, informe: null, codigo: 'DISCO_LLENO' }],
    ],
    ['that could not go on', (): CargaTerminada[] => falla('DISCO_LLENO')],
  ] as const)(
    'one %s once its screen was left is told in the top bar, and on its own otherwise',
    async ([, answer]) => {
      const trabajos = new Trabajos();
      const screen = new AbortController();
      const carga = new CargaState({ api: apiDe({ 'cargas.retomar': answer }), trabajos, frescura: NONE }, () => 0);
      carga.screen = screen.signal;
      await carga.retomar(C1);
      expect(trabajos.fallidos).toEqual([]);
      screen.abort();
      await carga.retomar(C1);
      expect(trabajos.fallidos).toMatchObject([
        { ruta: { seccion: 'conciliaciones' }, falla: { code: 'DISCO_LLENO' } },
      ]);
    },
  );

  test('one that waits for a decision has not failed: it is asked where uploads wait', async () => {
    const trabajos = new Trabajos();
    const decision = { pregunta: '', frase: frase('rechazo'), opciones: [] };
    const asking: CargaTerminada = { ...TERMINADA, informe: null, codigo: 'DUPLICACION_DETECTADA', decision };
    const carga = new CargaState(
      { api: apiDe({ 'cargas.retomar': () => [asking] }), trabajos, frescura: NONE },
      () => 0,
    );
    carga.screen = AbortSignal.abort();
    await carga.retomar(C1);
    expect(trabajos.fallidos).toEqual([]);
  });

  test('pausing it is stopping it to go on from where it is', async () => {
    const api = apiDe({
      'cargas.retomar': (_entrada, { signal }) => {
        carga.pausar();
        return [signal?.aborted === true ? detenida({}) : TERMINADA];
      },
    });
    const carga = new CargaState({ api, trabajos: new Trabajos(), frescura: NONE }, () => 0);
    await carga.retomar(C1);
    expect([carga.pausada, carga.pausando, carga.enCurso]).toEqual([true, false, false]);
    carga.dejarEnPausa();
    expect(carga.pausada).toBe(false);
  });

  test('what it ended with is explained: the last days of its account are downloaded behind it', async () => {
    const brought: (string | undefined)[] = [];
    const frescura = { updateBehind: async (cuenta: string | undefined) => void brought.push(cuenta) };
    const answers = [detenida({}), { ...TERMINADA, id: null }, TERMINADA];
    const api = apiDe({ 'cargas.retomar': () => answers.splice(0, 1) });
    const carga = new CargaState({ api, trabajos: new Trabajos(), frescura }, () => 0);
    await carga.retomar(C1);
    await carga.retomar(C1);
    expect(brought).toEqual([]);
    await carga.retomar(C1);
    expect(brought).toEqual(['mía']);
  });

  test('opens its result where it was followed, and moves nobody from another screen', async () => {
    const screen = new AbortController();
    const api = apiDe({ 'cargas.retomar': () => [TERMINADA] });
    const carga = new CargaState({ api, trabajos: new Trabajos(), frescura: NONE }, () => 0);
    carga.screen = screen.signal;
    await carga.retomar(C1);
    expect(carga.resultToOpen).toBe('48213');
    screen.abort();
    await carga.retomar(C1);
    expect(carga.resultToOpen).toBeUndefined();
  });
});
