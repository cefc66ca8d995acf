import { describe, expect, test } from 'vitest';
import { byCertainty, createQueue } from '../../src-renderer/features/explanations/queue.ts';
import { ExplanationsState } from '../../src-renderer/features/explanations/explanations.svelte.ts';
import { makeApi, failWith } from './double.ts';
import { aCause, aExplainedCupon as aCupon, answer, WITHOUT_OPERACION, WEAK } from './explained.ts';

const never = new AbortController().signal;

function explaining(answers: Parameters<typeof makeApi>[0] = {}) {
  const api = makeApi(answers);
  return { api, state: new ExplanationsState(api, 'mía') };
}

describe('explanations', () => {
  test('a failure to explain all of them stays until they are explained again, whatever is chosen meanwhile', async () => {
    let isBroken = true;
    const { state } = explaining({
      'explicaciones.explicar': () => (isBroken ? failWith('DISCO_LLENO') : answer([WITHOUT_OPERACION])),
    });
    await state.prepareQueue('2026-10-31', never);
    await state.choose(undefined);
    expect(state.preparing.failure?.code).toBe('DISCO_LLENO');
    isBroken = false;
    await state.prepareAgain();
    expect([state.preparing.failure, state.overview?.total]).toEqual([undefined, 1]);
  });

  test('a chosen coupon comes with its reason, and with the trail of a likely operation', async () => {
    const trail = {} as never;
    const { api, state } = explaining({
      'explicaciones.explicar': () => answer([aCupon(1)]),
      'datos.rastro': () => trail,
    });
    const asked = state.choose({ conciliacion: '7', n: 1 });
    expect(state.explaining.isBusy).toBe(true);
    await asked;
    expect(state.explaining.isBusy).toBe(false);
    expect(state.shown?.cupon.nombre).toBe('Importe');
    expect(state.trail).toBe(trail);
    expect(api.pedidos[0]?.[1]).toMatchObject({ de: '7', ns: [1], idioma: 'es-AR', sinPreguntar: true });
    expect(api.pedidos[1]?.[1]).toMatchObject({ de: { vista: 'operaciones', clave: '5519903' } });
  });

  test.each([
    ['without an operation', WITHOUT_OPERACION],
    ['with one that is hardly likely, however sure its reason is', aCupon(2, { candidatos: [WEAK] })],
  ])('%s no money is followed', async (_, cupon) => {
    const { api, state } = explaining({ 'explicaciones.explicar': () => answer([cupon]) });
    await state.choose({ conciliacion: '7', n: 2 });
    expect(state.shown?.cupon).toBe(cupon);
    expect(api.pedidos).toHaveLength(1);
  });

  test('the reasons of a page are asked for once all coupons were explained', async () => {
    const { api, state } = explaining({ 'explicaciones.explicar': () => answer([aCupon(1), WITHOUT_OPERACION]) });
    await state.learn('7', [1, 2]);
    expect(api.pedidos).toEqual([]);
    await state.prepare('7', never);
    await state.learn('7', [1, 2]);
    expect(state.reasonOf(1)).toMatchObject({ nombre: 'Importe', certeza: 'muy_probable', decision: null });
    expect(state.reasonOf(2)?.nombre).toBe('Sin operación');
  });

  test('a queue is read from the oldest sales to its last day, and no further', async () => {
    const { api, state } = explaining({
      'explicaciones.explicar': ({ desde = 0 }) => {
        const cupon = { importe: '1.00', fecha_venta: `2026-10-0${String(1 + desde / 500)}` };
        return answer([aCupon(1 + desde / 500, { cupon })], 2000);
      },
    });
    await state.prepareQueue('2026-10-01', never);
    // The first page may end within that day, so the second page is read too.
    expect(api.pedidos.map(([, input]) => input)).toMatchObject([
      { desde: 0, orden: 'fecha' },
      { desde: 500, orden: 'fecha' },
    ]);
    const queuedOf = (n: number) =>
      state.queuedOf(aCupon(n, { cupon: { importe: '1.00', fecha_venta: `2026-10-0${String(n)}` } }));
    expect(queuedOf(1)).toMatchObject({ place: { conciliacion: '7', n: 1 } });
    expect(queuedOf(3)).toBeUndefined();
  });

  test('a queue has the surest first, then the oldest, then the largest, and last what nobody explained', () => {
    const queue = createQueue();
    const sure = { cupon: { importe: '5.00', fecha_venta: '2026-10-06' } };
    queue.add(aCupon(1, { ...sure, certeza: 'posible' }));
    queue.add(aCupon(2, sure));
    const of = (n: number, date: string, importe: string) => ({
      queued: queue.of(aCupon(n, sure)),
      fecha: date,
      importe,
    });
    const rows = [
      of(8, '2026-01-01', '99.00'),
      of(1, '2026-10-06', '5.00'),
      of(2, '2026-10-06', '5.00'),
      of(2, '2026-10-06', '-7.00'),
      of(2, '2026-10-02', '1.00'),
    ];
    expect(rows.toSorted(byCertainty)).toEqual([rows[4], rows[3], rows[2], rows[1], rows[0]]);
  });
});

describe('a cause', () => {
  test('is asked for by its place', async () => {
    const [one, two] = [aCause('1'), aCause('2')];
    const { state } = explaining({
      'explicaciones.explicar': ({ causa }) => ({
        ...answer(causa === 1 ? [aCupon(4), aCupon(8)] : []),
        causas: [one, two],
      }),
    });
    await state.prepare('7', never);
    expect(await state.numbersOf('7', two)).toEqual([4, 8]);
  });

  test('of data that is old by now has no coupons', async () => {
    const { state } = explaining();
    expect(await state.numbersOf('7', aCause('1'))).toEqual([]);
  });
});
