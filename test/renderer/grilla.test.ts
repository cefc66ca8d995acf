import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repartir, type Pretension } from '../../src-renderer/ui/grilla/anchos.ts';
import { copiar } from '../../src-renderer/ui/grilla/copiar.ts';
import { ordenarColumnas } from '../../src-renderer/ui/grilla/elegidas.ts';
import { dentro, destinoDe } from '../../src-renderer/ui/grilla/movimiento.ts';
import { sumOfMarked } from '../../src-renderer/ui/grilla/suma-de-elegidas.ts';
import { textoDeCelda } from '../../src-renderer/ui/grilla/texto.ts';
import type { ColumnaDatos } from '../../src-renderer/ui/grilla/tipos.ts';

interface Fila {
  readonly numero: string;
  readonly importe: string | null;
  readonly venta: string;
}
const COLUMNAS: readonly ColumnaDatos<Fila>[] = [
  { clave: 'venta', titulo: 'Venta', tipo: 'fechaHora' },
  { clave: 'numero', titulo: 'Comprobante', tipo: 'texto' },
  { clave: 'importe', titulo: 'Importe', tipo: 'importe', signo: 'resta' },
];
const FILA: Fila = { numero: '00031699', importe: '1234.50', venta: '2026-11-10 17:37:00' };

const pretension = fc
  .record({ natural: fc.integer({ min: 60, max: 400 }), holgura: fc.nat(60), secundaria: fc.nat(3) })
  .map(({ natural, holgura, secundaria }) => ({ natural, minimo: natural - Math.min(holgura, 59), secundaria }));
const columnas = fc
  .array(pretension, { minLength: 1, maxLength: 12 })
  .map((todas): readonly Pretension[] => todas.map((una, indice) => ({ clave: String(indice), ...una })));

describe('the room of the columns', () => {
  test('is used whole when they fit, and none gets less than it can do with', () => {
    fc.assert(
      fc.property(columnas, fc.integer({ min: 100, max: 3000 }), (todas, disponible) => {
        const anchos = repartir(todas, disponible);
        const quedan = todas.filter(({ clave }) => anchos.has(clave));
        const suma = [...anchos.values()].reduce((total, ancho) => total + ancho, 0);
        for (const { clave, minimo } of quedan) expect(anchos.get(clave)).toBeGreaterThanOrEqual(Math.floor(minimo));
        if (quedan.reduce((total, { natural }) => total + natural, 0) <= disponible) expect(suma).toBe(disponible);
        // It scrolls sideways: nothing is shortened for that.
        if (quedan.reduce((total, { minimo }) => total + minimo, 0) > disponible)
          for (const { clave, natural } of quedan) expect(anchos.get(clave)).toBe(natural);
        for (const { clave, secundaria } of todas) if (secundaria === 0) expect(anchos.has(clave)).toBe(true);
      }),
    );
  });

  test('is given up first by the columns that can go, in their turn', () => {
    const tres: readonly Pretension[] = [
      { clave: 'fecha', natural: 100, minimo: 100, secundaria: 0 },
      { clave: 'lote', natural: 100, minimo: 100, secundaria: 2 },
      { clave: 'pago', natural: 100, minimo: 100, secundaria: 1 },
    ];
    expect([...repartir(tres, 250).keys()]).toEqual(['fecha', 'lote']);
    expect([...repartir(tres, 120).keys()]).toEqual(['fecha']);
  });
});

describe('what is copied', () => {
  test('is a number with a decimal comma, and the zeros of a voucher', () => {
    const { plano, html } = copiar(COLUMNAS, [FILA]);
    expect(plano).toBe('10/11/2026 17:37\t00031699\t-1234,50');
    expect(html).toContain(`<td style="mso-number-format:'\\@'">00031699</td><td>-1234,50</td>`);
  });

  test('never begins a formula, nor a tag', () => {
    const { plano, html } = copiar(COLUMNAS, [{ ...FILA, numero: '=HYPERLINK("<b>")' }]);
    expect(plano).toContain(`\t'=HYPERLINK`);
    expect(html).toContain('&lt;b&gt;');
  });

  test.each(['＝1+1', '＋1', '－a', '＠A1', '\u200b=1'])(
    'nor one in full width or behind what is not seen: %s',
    (numero) => {
      expect(copiar(COLUMNAS, [{ ...FILA, numero }]).plano).toContain(`\t'${numero}\t`);
    },
  );

  test('has no control characters', () => {
    expect(copiar(COLUMNAS, [{ ...FILA, numero: 'a\u0000\u001b[2J' }]).plano).toContain('\ta [2J\t');
  });

  test('is what came, where it could not be read as an amount', () => {
    const { plano, html } = copiar(COLUMNAS, [{ ...FILA, importe: '12.450.00' }]);
    expect(plano).toContain('\t12.450.00');
    expect(html).toContain('<td>12.450.00</td>');
    expect(copiar(COLUMNAS, [{ ...FILA, importe: '=2+2' }]).plano).toContain(`\t'=2+2`);
  });

  test('is one line a row, whatever the text holds', () => {
    const filas = ['a\tb', 'c\r\nd'].map((numero) => ({ ...FILA, numero }));
    expect(copiar(COLUMNAS, filas).plano.split('\r\n')).toHaveLength(2);
  });
});

describe('the marked rows', () => {
  const con = (importe: string | null): Fila => ({ ...FILA, importe });
  const sumar = (filas: readonly Fila[], totales?: Readonly<Record<string, string>>) =>
    sumOfMarked(filas, { columnas: COLUMNAS, totales, cuenta: ({ numero }) => numero !== '' });

  test('add up, exactly, what the totals row adds up', () => {
    expect(sumar([con('0.10'), con('0.20'), con(null)], { importe: '9' })).toEqual({
      n: 3,
      totales: { importe: '0.30' },
    });
    expect(sumar([con('1'), con('2')], {})).toEqual({ n: 2, totales: {} });
    expect(sumar([con('-1.50'), con('1')])).toEqual({ n: 2, totales: { importe: '-0.50' } });
  });

  test('say nothing new when there is one, and headings of groups are not counted', () => {
    expect(sumar([con('1')])).toBeUndefined();
    expect(sumar([con('1'), { ...con('5'), numero: '' }])).toBeUndefined();
  });
});

test('a sale without a reported time has no hour, which is not midnight', () => {
  const [venta] = COLUMNAS;
  if (venta === undefined) throw new Error('there is one');
  expect(textoDeCelda(venta, { ...FILA, venta: '2026-11-10' })).toBe('10/11/2026');
  expect(textoDeCelda(venta, { ...FILA, venta: '2026-11-10 00:00:00' })).toBe('10/11/2026 00:00');
});

test('columns that the person never saw go at the end, as the screen has them', () => {
  const elegidas = [{ clave: 'importe', ancho: 90 }, { clave: 'de-antes' }];
  expect(ordenarColumnas(COLUMNAS, elegidas)).toEqual([
    { clave: 'importe', ancho: 90 },
    { clave: 'venta', oculta: false },
    { clave: 'numero', oculta: false },
  ]);
});

describe('the keys of the grid of rows', () => {
  const foco = { posicion: 10, columna: 2 };
  const grilla = { pagina: 20, total: 100 };

  test('go up, down, sideways, by pages and to the ends', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'PageDown', 'PageUp', 'Home', 'End'];
    const posiciones = keys.map((key) => destinoDe(key, foco, grilla)?.posicion);
    expect(posiciones).toEqual([11, 9, 10, 30, -10, 0, 99]);
    expect(destinoDe('ArrowRight', foco, grilla)?.columna).toBe(3);
  });

  test('that mean nothing here move nothing', () => {
    expect(destinoDe('a', foco, grilla)).toBeUndefined();
  });

  test('stay inside, also of an empty one', () => {
    expect(dentro({ posicion: -10, columna: 9 }, 100, 5)).toEqual({ posicion: 0, columna: 4 });
    expect(dentro({ posicion: 3, columna: 0 }, 0, 5)).toEqual({ posicion: 0, columna: 0 });
  });
});
