import { describe, expect, test } from 'vitest';
import type { ResultReading } from '#contract/conciliaciones.ts';
import { describePlaces } from '../../src-renderer/features/conciliaciones/cupon-words.ts';
import { failWith } from './double.ts';
import { CUPON, READ, never, openStatus, pageOf, statusOf } from './read-result.ts';

describe('a result', () => {
  test('a workbook asked for before the result was read is written also when the person leaves meanwhile', async () => {
    const screen = new AbortController();
    const { api, estado } = statusOf({
      'conciliaciones.leer': (_given, { signal }) => {
        // Closing the screen stops the reading.
        if (!screen.signal.aborted) screen.abort();
        signal?.throwIfAborted();
        return READ;
      },
      'conciliaciones.informe': () => ({ exportado: 'conciliacion-7.xlsx' }),
    });
    await estado.report.write(screen.signal);
    expect(api.pedidos.map(([method]) => method)).toEqual([
      'conciliaciones.leer',
      'conciliaciones.leer',
      'conciliaciones.informe',
    ]);
    expect(estado.report.isBusy).toBe(false);
  });

  test('its workbook has the rows of the screen although another tab is shown while they are read', async () => {
    const { api, estado } = await openStatus({
      'conciliaciones.cupones': () => {
        estado.report.onScreen = undefined;
        return pageOf([CUPON]);
      },
      'conciliaciones.informe': () => ({ exportado: 'conciliacion-7.xlsx' }),
    });
    const columns = [{ clave: 'dias', title: 'Días', tipo: 'entero' }] as const;
    estado.report.onScreen = { columns, chosen: [] };
    await estado.report.write(never);
    expect(api.pedidos.at(-1)).toMatchObject(['conciliaciones.informe', { pantalla: { filas: [['3']] } }]);
    expect(estado.failure).toBeUndefined();
  });

  test('the name that the person gives is shown, and is in what they download', async () => {
    const { api, estado } = await openStatus({
      'conciliaciones.nombrar': ({ nombre }) => ({ id: '7', nombre }),
      'conciliaciones.informe': ({ exportar }) => ({ exportado: exportar }),
    });
    expect(await estado.rename(' Octubre ')).toBe(true);
    expect(estado.document?.conciliacion.nombre).toBe('Octubre');
    await estado.report.write(never);
    expect(api.pedidos.at(-1)).toMatchObject(['conciliaciones.informe', { exportar: 'informe-mía-7-Octubre.xlsx' }]);
    await estado.rename('');
    expect(api.pedidos.at(-1)).toMatchObject(['conciliaciones.nombrar', { nombre: null }]);
    expect(estado.document?.conciliacion).not.toHaveProperty('nombre');
  });

  test('shows what was kept before the service answers', async () => {
    const open = Promise.withResolvers<ResultReading>();
    const { estado } = statusOf({
      'conciliaciones.leer': () => open.promise,
    });
    const done = estado.open(never);
    await Promise.resolve();
    await Promise.resolve();
    expect(estado.document?.leido).toBe('2026-11-21 10:32:05');
    open.resolve({ ...READ, leido: '2026-11-21 11:00:00' });
    await done;
    expect(estado.document?.leido).toBe('2026-11-21 11:00:00');
  });

  test('stopped in the top bar is no failure', async () => {
    const { estado, jobs } = statusOf({
      'conciliaciones.leer': () => {
        jobs.active[0]?.stop();
        return failWith('CANCELADO');
      },
    });
    await estado.read(never);
    expect(estado.failure).toBeUndefined();
    expect(jobs.active).toEqual([]);
  });

  test('that is kept is shown whole without anybody being asked for the secret', async () => {
    const { api, estado } = await openStatus({
      'conciliaciones.leer': () => failWith('CLAVE_AUSENTE'),
    });
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', expect.objectContaining({ sinPreguntar: true })]);
    expect([estado.document, estado.failure, estado.couldNotSignIn]).toEqual([READ, undefined, true]);
    await estado.read(never);
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', { cuenta: 'mía', id: '7' }]);
    expect([estado.failure?.code, estado.couldNotSignIn]).toEqual(['CLAVE_AUSENTE', false]);
  });

  test('that its upload read today is shown as it is, and read again when it is asked for', async () => {
    const { api, estado } = await openStatus({
      'conciliaciones.guardada': () => ({ ...READ, delEnvio: true }),
    });
    expect(api.pedidos.map(([method]) => method)).toEqual(['conciliaciones.guardada']);
    await estado.read(never);
    expect(api.pedidos.at(-1)?.[0]).toBe('conciliaciones.leer');
  });

  test('that was never read asks for what it takes', async () => {
    const { api } = await openStatus({ 'conciliaciones.guardada': () => null });
    expect(api.pedidos.at(-1)).toEqual(['conciliaciones.leer', { cuenta: 'mía', id: '7' }]);
  });

  test('that the service has no more says so, now and when it is opened again', async () => {
    const { estado } = await openStatus({
      'conciliaciones.leer': () => failWith('CONCILIACION_INEXISTENTE'),
    });
    expect(estado.isAbsent).toBe(true);
    const other = await openStatus({
      'conciliaciones.guardada': () => ({ ...READ, ausente: true }),
      'conciliaciones.leer': () => failWith('SIN_CONEXION'),
    });
    expect(other.estado.isAbsent).toBe(true);
  });

  test.for([
    ['this PC forgot too', 'CONCILIACION_INEXISTENTE', true],
    ['only failed to be explained is not forgotten', 'SERVICIO_FALLA', false],
  ] as const)('that the service has no more and %s', async ([, code, isForgotten]) => {
    const { estado } = await openStatus({
      'conciliaciones.leer': () => failWith('CONCILIACION_INEXISTENTE'),
      'explicaciones.explicar': () => failWith(code),
    });
    await estado.explain(never);
    expect([estado.explanations.preparing.failure?.code, estado.isForgotten]).toEqual([code, isForgotten]);
  });
});

test('where the coupons stand that were not accepted is said file by file, and how many more there are', () => {
  const rows = [
    { archivo: '/tmp/caja.xlsx', fila: 1204 },
    { archivo: '/tmp/caja.xlsx', fila: 7 },
    { archivo: 'otra.csv', fila: 3 },
  ];
  expect(describePlaces(rows, 5)).toBe('filas 1.204, 7 de caja.xlsx; fila 3 de otra.csv; 2 más');
  expect(describePlaces(rows.slice(1, 2), 1)).toBe('fila 7 de caja.xlsx');
});
