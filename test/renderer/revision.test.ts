import { describe, expect, test } from 'vitest';
import { dentro, destinoDe } from '../../src-renderer/features/revision/movimiento.ts';
import { mensajeDe } from '../../src-renderer/features/revision/mensajes.ts';
import { overwriteGetLocale, getLocale } from '../../src-renderer/paraglide/runtime.js';

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

describe('what is wrong with a row', () => {
  const problema = {
    clase: 'error' as const,
    codigo: 'NO_ES_NUMERO' as const,
    campo: 'lote' as const,
    valor: 's/lote',
    mensaje: '«s/lote» no es un número para el lote.',
    arreglo: null,
  };

  test('is said as the core wrote it in Spanish, and by its code in English', () => {
    const spanish = getLocale;
    expect(mensajeDe(problema)).toBe(problema.mensaje);
    overwriteGetLocale(() => 'en');
    try {
      expect(mensajeDe(problema)).toMatch(/^“s\/lote” is not a number for /);
    } finally {
      overwriteGetLocale(spanish);
    }
  });
});
