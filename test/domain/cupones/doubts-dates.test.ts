import { describe, expect, test } from 'vitest';
import { describeColumns } from '#domain/cupones/prepare-sheet.ts';
import { describeDoubt } from '#domain/texts/doubts.ts';
import { aSheet, date } from './one-sheet.ts';
import { dated, read } from './doubts-reading.ts';

describe('the order of day and month', () => {
  test('is asked with both readings when nothing decides it, day first until somebody answers', () => {
    const open = dated('05/05/2026', '03/04/2026', '05/06/2026 21:10');
    const { dudas, columna } = read(open);
    const reading = (valor: string, desde: string, hasta: string) => ({
      valor,
      muestra: { escrito: '03/04/2026', leido: desde },
      desde,
      hasta,
    });
    expect(dudas).toEqual([
      {
        ...{ tipo: 'fechas', clave: 'fechas.fecha_venta', campo: 'fecha_venta', columnas: ['Fecha'], filas: 2 },
        lecturas: [reading('dia', '2026-04-03', '2026-06-05'), reading('mes', '2026-03-04', '2026-05-06')],
        ...{ tomada: 'dia', elegida: false },
      },
    ]);
    expect(columna(0)).toEqual(['05/05/2026', '03/04/2026', '05/06/2026 21:10']);
    const asked = read(open, { fechas: 'mes' });
    expect(asked.dudas).toMatchObject([{ tomada: 'mes', elegida: true }]);
    expect(asked.columna(0)).toEqual(['05/05/2026', '2026-03-04', '2026-05-06 21:10']);
    expect(read(open, { 'fechas.fecha_venta': 'dia' }).dudas).toMatchObject([{ tomada: 'dia', elegida: true }]);
  });

  test('is no question where a date decides it, or where it makes no difference', () => {
    const decided = read(dated('03/04/2026', '13/04/2026'), { fechas: 'mes' });
    expect([decided.dudas, decided.columna(0)]).toEqual([[], ['03/04/2026', '13/04/2026']]);
    expect(read(dated('05/05/2026', '06/06/2026')).dudas).toEqual([]);
  });

  test('has no reading until somebody answers where the column uses both orders', () => {
    const mixed = dated('03/04/2026', '04/13/2026', '14/04/2026');
    const [doubt] = read(mixed).dudas;
    expect(doubt).toMatchObject({ clave: 'fechas.fecha_venta', filas: 1, tomada: null });
    expect(doubt && describeDoubt(doubt).pregunta).toBe(
      'Las fechas de «Fecha» están en dos órdenes: 1 fila es solo día/mes (la 4: «14/04/2026») y 1 fila es solo mes/día (la 3: «04/13/2026»). ¿Qué va primero? Las que no puedan ser así quedan con error.',
    );
    expect(read(mixed, { fechas: 'dia' }).columna(0)).toEqual(['2026-04-03', '04/13/2026', '14/04/2026']);
    expect(read(mixed, { fechas: 'mes' }).columna(0)).toEqual(['2026-03-04', '04/13/2026', '14/04/2026']);
    expect(read(mixed, { fechas: 'mes' }).prepared.dateOrders).toEqual({ fecha_venta: 'mes' });
  });
});

test('a date that needs no question is of seconds or milliseconds since 1970, on the day that it was in Argentina', () => {
  for (const [digits, day] of [
    ['1767236399', '2025-12-31'],
    ['1767236400000', '2026-01-01'],
  ] as const) {
    const { dudas, columna } = read(dated(digits, digits));
    expect([dudas, columna(0)]).toEqual([[], [day, day]]);
  }
  // Ten digits that, as seconds since 1970, are not a recent day.
  expect(read(dated('1767236399', '2000000000')).columna(0)).toEqual(['1767236399', '2000000000']);
});

test('a day, a month and a year in three columns are one date, whose parts are no other columns', () => {
  const parts = ['Día', 'Terminal', 'Cupón', 'Últimos 4', 'Importe', 'Mes', 'Año'];
  const rowOf = (day: string, month: string, year: string) => [day, '12345678', '1001', '4001', '10,00', month, year];
  const { dudas, columna, unused, prepared } = read(
    aSheet([parts, rowOf('7', '10', '2026'), rowOf('08', 'Nov', '26'), rowOf('31', '2', '2026')]),
  );
  expect(dudas).toEqual([]);
  expect(columna(0)).toEqual(['2026-10-07', '2026-11-08', '31']);
  expect(unused).toEqual([]);
  expect(describeColumns(prepared)[0]).toMatchObject({ campo: 'fecha_venta', muestras: ['2026-10-07', '2026-11-08'] });
});

describe('dates without a year', () => {
  test('are of the last year in which they have passed, and the year before is offered', () => {
    const { dudas, columna } = read(dated('28/12', '3/1 21:10', '29-feb'));
    expect(dudas).toEqual([
      {
        ...{ tipo: 'anio', clave: 'anio.fecha_venta', campo: 'fecha_venta', columnas: ['Fecha'], filas: 3 },
        lecturas: [
          {
            valor: 'reciente',
            muestra: { escrito: '28/12', leido: '2025-12-28' },
            ...{ desde: '2024-02-29', hasta: '2026-01-03' },
          },
          {
            valor: 'anterior',
            muestra: { escrito: '28/12', leido: '2024-12-28' },
            ...{ desde: '2020-02-29', hasta: '2025-01-03' },
          },
        ],
        ...{ tomada: 'reciente', elegida: false },
      },
    ]);
    expect(columna(0)).toEqual(['28/12/2025', '3/1/2026 21:10', '29-feb/2024']);
    expect(read(dated('28/12', '3/1'), { anio: 'anterior' }).columna(0)).toEqual(['28/12/2024', '3/1/2025']);
  });

  test('leave the order of day and month as a question of its own', () => {
    expect(read(dated('03/04', '05/06')).dudas.map(({ clave }) => clave)).toEqual([
      'anio.fecha_venta',
      'fechas.fecha_venta',
    ]);
    expect(read(dated('03/04', '04/25')).columna(0)).toEqual(['03/04/2026', '04/25/2026']);
  });

  test('are none where one of them says its year', () => {
    expect(read(dated('28/10', '29/10/2026')).dudas).toEqual([]);
  });
});

describe('dates of digits', () => {
  test.for<[string, ReturnType<typeof dated>, readonly string[]]>([
    ['day first', dated('031126', '281026'), ['2026-11-03', '2026-10-28']],
    ['year first', dated('261103', '261028'), ['2026-11-03', '2026-10-28']],
    ['of eight, without their leading zero', dated(3112026, 28102026), ['2026-11-03', '2026-10-28']],
    ['numbers without their leading zero', dated(31126, 281026), ['2026-11-03', '2026-10-28']],
  ])('are read without a question where one order gives recent days: %s', ([, sheet, days]) => {
    const { dudas, columna } = read(sheet);
    expect(dudas).toEqual([]);
    expect(columna(0)).toEqual(days);
  });

  test('are asked about where both orders do, day first until somebody answers', () => {
    const both = dated('251126', '241026');
    expect(read(both).dudas).toMatchObject([
      { clave: 'cifras.fecha_venta', tomada: 'ddmmaa', lecturas: [{ valor: 'ddmmaa' }, { valor: 'aammdd' }] },
    ]);
    expect(read(both, { cifras: 'aammdd' }).columna(0)).toEqual(['2025-11-26', '2024-10-26']);
  });

  test('with marks between them have the year first only where nothing else is recent', () => {
    const { dudas, columna } = read(dated('26/11/03', '26-10-30 21:10', '25/11/26'));
    expect({ dudas, days: columna(0) }).toEqual({ dudas: [], days: ['2026-11-03', '2026-10-30', '2025-11-26'] });
    expect(read(dated('25/11/26', '24/10/26')).columna(0)).toEqual(['25/11/26', '24/10/26']);
    // One old date among recent dates is a slip.
    expect(read(dated('25/11/26', '26/11/03', '31/10/26')).columna(0)).toEqual(['25/11/26', '26/11/03', '31/10/26']);
  });

  test('stay as they are where no order does', () => {
    expect(read(dated('123456', '281026')).columna(0)).toEqual(['123456', '281026']);
    expect(read(dated(46325, 46326)).dudas).toEqual([]);
  });
});

describe('the same odd time in every date', () => {
  const timed = (time: string, days: readonly number[] = [9, 10, 11]) =>
    dated(...days.map((day) => date(`2026-10-${String(day).padStart(2, '0')} ${time}`)));
  test('the time that a library leaves means the next day', () => {
    const { dudas, columna } = read(timed('23:59:12'));
    expect(dudas).toMatchObject([
      {
        clave: 'hora.fecha_venta',
        tomada: 'siguiente',
        lecturas: [
          { valor: 'siguiente', desde: '2026-10-10', hasta: '2026-10-12' },
          { valor: 'escrito', desde: '2026-10-09', hasta: '2026-10-11' },
        ],
      },
    ]);
    expect(columna(0)).toEqual(['2026-10-10', '2026-10-11', '2026-10-12']);
    expect(read(timed('23:59:12'), { hora: 'escrito' }).columna(0)[0]).toBe('2026-10-09 23:59:12');
  });
  test.for(['21:00:00', '23:59:59', '23:59:00'])('at %s the day is asked about and stays', (time) => {
    expect(read(timed(time)).dudas).toMatchObject([{ clave: 'hora.fecha_venta', tomada: 'escrito' }]);
  });
  test('noon, one day, and times that differ are no question', () => {
    expect(read(timed('12:00:00')).dudas).toEqual([]);
    expect(read(timed('23:59:12', [9, 9, 9])).dudas).toEqual([]);
    const differing = dated(date('2026-10-09 21:10:00'), date('2026-10-10 21:20:00'), date('2026-10-11 21:30:00'));
    expect(read(differing).dudas).toEqual([]);
  });
});
