import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escribirRuta, leerRuta } from '../../src-renderer/marco/rutas.ts';

test('a route that is written is read back', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      const ruta = { seccion: 'conciliaciones', id } as const;
      expect(leerRuta(escribirRuta(ruta))).toEqual(ruta);
    }),
  );
  for (const ruta of [
    { seccion: 'conciliar' },
    { seccion: 'conciliaciones' },
    { seccion: 'ajustes', parte: 'apariencia' },
  ] as const) {
    expect(leerRuta(escribirRuta(ruta))).toEqual(ruta);
  }
});

test('an address that says nothing known begins the main job', () => {
  for (const hash of ['', '#', '#/', '#/nada', '#contenido']) expect(leerRuta(hash)).toEqual({ seccion: 'conciliar' });
});

test('a number that cannot be decoded is taken as it is', () => {
  expect(leerRuta('#/conciliaciones/%E0%A4%A')).toEqual({ seccion: 'conciliaciones', id: '%E0%A4%A' });
});
