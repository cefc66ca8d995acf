import { describe, expect, test } from 'vitest';
import { failWith } from './double.ts';
import { aCause, aExplainedCupon, answer } from './explained.ts';
import { CUPON, MATCHED, READ, TRAIL, never, openStatus, pageOf, statusOf, stepOf } from './read-result.ts';

describe('what is shown of a result', () => {
  test('where everything matched opens on what matched', async () => {
    const groups = { ...READ.grupos, sin_conciliar: { cupones: 0, importe: '0.00' } };
    const { estado } = statusOf({ 'conciliaciones.leer': () => ({ ...READ, grupos: groups }) });
    await estado.read(never);
    expect(estado.group).toBe('conciliados');
  });

  test('asks for a page of what the filter says, in the order of the grid', async () => {
    const { api, estado } = statusOf({ 'conciliaciones.cupones': () => pageOf([CUPON]) });
    estado.filter({ texto: 'visa', tarjeta: 'Visa' });
    estado.groupBy('dia');
    estado.toggle('2026-11-03');
    const { source } = estado;
    await source.read(100, 100, { campo: 'importe', desc: true });
    expect(api.pedidos.at(-1)?.[1]).toEqual({
      cuenta: 'mía',
      id: '7',
      grupo: 'sin_conciliar',
      texto: 'visa',
      tarjeta: 'Visa',
      agrupar: 'dia',
      cerrados: ['2026-11-03'],
      orden: { campo: 'importe', desc: true },
      desde: 100,
      limite: 100,
    });
    expect(estado.shownSums).toEqual({ cupones: 1, importe: '5.00' });
  });

  test('keeps what it adds up to when its tab is chosen again', async () => {
    const { estado } = statusOf({ 'conciliaciones.cupones': () => pageOf([CUPON]) });
    const { source } = estado;
    await source.read(0, 100, undefined);
    estado.show('sin_conciliar');
    // Nothing is read again, so the sums have to stay.
    expect([estado.source === source, estado.shownSums]).toEqual([true, { cupones: 1, importe: '5.00' }]);
    estado.show('conciliados');
    expect(estado.shownSums).toBeUndefined();
  });

  test('folding a group keeps the place, another filter does not', () => {
    const { estado } = statusOf({});
    estado.groupBy('tarjeta');
    const keyOf = () => estado.source.clave;
    const before = keyOf();
    estado.toggle('Visa');
    expect(keyOf()).toBe(before);
    estado.filter({ texto: '31' });
    expect(keyOf()).not.toBe(before);
  });

  test('changing what is seen closes the panel', async () => {
    const { estado } = statusOf({ 'datos.rastro': () => TRAIL });
    await estado.chosen.choose(MATCHED);
    expect(estado.chosen.trail).toBe(TRAIL);
    estado.show('conciliados');
    expect(estado.chosen.cupon).toBeUndefined();
  });

  test('the trail is looked for again once there is more data, and what was shown stays until then', async () => {
    const other = { ...TRAIL, rechazos: stepOf('rechazos', { estado: 'encontrado' }) };
    const open = Promise.withResolvers<typeof other>();
    let times = 0;
    const { estado } = statusOf({ 'datos.rastro': () => (times++ === 0 ? TRAIL : open.promise) });
    await estado.chosen.choose(MATCHED);
    const again = estado.chosen.follow();
    expect(estado.chosen.trail).toBe(TRAIL);
    open.resolve(other);
    await again;
    expect(estado.chosen.trail).toBe(other);
  });

  test('the reading that an upload kept since is taken, where the coupon of the panel has another number', async () => {
    const row = { ...CUPON, operacion: { ...CUPON.operacion, fila: 11 }, archivo: 'caja.csv' };
    const kept = { ...READ, leido: '2026-11-21 10:34:00' };
    const { api, estado } = statusOf({
      'conciliaciones.guardada': () => kept,
      'conciliaciones.cupones': () => ({ ...pageOf([{ ...row, n: 74 }]), leido: kept.leido }),
      'explicaciones.explicar': () => answer([aExplainedCupon(74)]),
    });
    estado.document = READ;
    await estado.chosen.choose(row);
    await estado.catchUp(never);
    await expect.poll(() => estado.chosen.cupon?.n).toBe(74);
    expect(estado.document).toBe(kept);
    expect(api.pedidos.find(([method]) => method === 'conciliaciones.cupones')?.[1]).toMatchObject({
      grupo: 'sin_conciliar',
      fila: 11,
      archivo: 'caja.csv',
    });
    // A coupon of another PC has no row, so another reading cannot identify it.
    await estado.chosen.choose(CUPON);
    estado.document = READ;
    await estado.catchUp(never);
    expect(estado.chosen.cupon).toBeUndefined();
  });

  test('an unmatched coupon is explained, and has no trail of its own', async () => {
    const { api, estado } = statusOf({ 'explicaciones.explicar': () => failWith('SIN_CONEXION') });
    await estado.chosen.choose(CUPON);
    expect(api.pedidos.map(([method]) => method)).toEqual(['explicaciones.explicar']);
    expect(estado.explanations.explaining.failure?.code).toBe('SIN_CONEXION');
  });

  test('the coupons of a cause are shown alone, and are others once the data changed', async () => {
    let times = 0;
    const { estado } = await openStatus({
      'explicaciones.explicar': ({ causa: cause }) => ({
        ...answer(cause === undefined ? [] : [aExplainedCupon((times += 1))]),
        causas: [aCause('30012345')],
      }),
    });
    await estado.explain(never);
    await estado.seeCause(estado.explanations.overview?.causas[0]);
    expect([estado.cuponFilter.causa?.ns, estado.hasFilter]).toEqual([[1], true]);
    await estado.explain(never);
    expect(estado.cuponFilter.causa?.ns).toEqual([2]);
    await estado.seeCause(undefined);
    expect(estado.hasFilter).toBe(false);
  });

  test('a cause that took long does not come back over what was chosen meanwhile', async () => {
    const slow = Promise.withResolvers<undefined>();
    const { estado } = await openStatus({
      'explicaciones.explicar': async ({ causa: which }) => {
        if (which !== undefined) await slow.promise;
        return { ...answer([aExplainedCupon(1)]), causas: [aCause('1')] };
      },
    });
    await estado.explain(never);
    const seeing = estado.seeCause(estado.explanations.overview?.causas[0]);
    estado.filter({ texto: 'visa' });
    slow.resolve(undefined);
    await seeing;
    expect([estado.cuponFilter.texto, estado.cuponFilter.causa]).toEqual(['visa', undefined]);
  });

  test('opened on an age shows its unmatched coupons, also when everything else would open on another tab', async () => {
    const all = { ...READ, grupos: { ...READ.grupos, sin_conciliar: { cupones: 0, importe: '0.00' } } };
    const { estado } = statusOf({ 'conciliaciones.guardada': () => all, 'conciliaciones.leer': () => all });
    await estado.showAddressed({ grupo: 'sin_conciliar', ventaDesde: '2026-11-01', ventaHasta: '2026-11-08' });
    await estado.open(never);
    expect(estado.group).toBe('sin_conciliar');
    expect(estado.cuponFilter.venta).toEqual({ desde: '2026-11-01', hasta: '2026-11-08' });
  });

  test('opened on a coupon finds the tab where it is, and chooses it', async () => {
    const { api, estado } = statusOf({
      'conciliaciones.cupones': ({ grupo }) => pageOf(grupo === 'no_informados' ? [CUPON] : []),
      'datos.rastro': () => TRAIL,
    });
    await estado.showAddressed({ cupon: { fila: 12, archivo: 'caja.xlsx' } }); // nothing is read yet
    await estado.open(never);
    await expect.poll(() => estado.chosen.cupon).toBe(CUPON);
    expect(estado.group).toBe('no_informados');
    expect(api.pedidos.find(([method]) => method === 'conciliaciones.cupones')?.[1]).toMatchObject({
      fila: 12,
      archivo: 'caja.xlsx',
    });
    estado.filter(undefined);
    expect(estado.hasFilter).toBe(false);
  });

  test('what is new since the last reading is looked at alone', () => {
    const { estado } = statusOf({});
    estado.filter({ texto: '31' });
    estado.showNews();
    expect([estado.group, estado.cuponFilter.nuevos, estado.cuponFilter.texto]).toEqual([
      'conciliados',
      true,
      undefined,
    ]);
  });
});
