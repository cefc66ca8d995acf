import { expect, test } from 'vitest';
import { nombreDeInforme } from '../../src-renderer/features/conciliaciones/nombre-de-informe.ts';

const octubre = { desde: '2026-10-01', hasta: '2026-10-31' };

test('a report is called by its account and the month of its sales', () => {
  expect(nombreDeInforme({ cuenta: 'La Espiga', dias: octubre })).toBe('conciliacion-La Espiga-2026-10.xlsx');
});

test('one that goes over the end of a month says both', () => {
  expect(nombreDeInforme({ cuenta: 'La Espiga', dias: { ...octubre, hasta: '2026-11-02' } })).toBe(
    'conciliacion-La Espiga-2026-10 a 2026-11.xlsx',
  );
});

test('without days it says its number, as far as it has one', () => {
  expect(nombreDeInforme({ cuenta: 'La Espiga', dias: undefined, id: '5001' })).toBe(
    'conciliacion-La Espiga-5001.xlsx',
  );
  expect(nombreDeInforme({ cuenta: 'La Espiga', dias: undefined })).toBe('conciliacion-La Espiga.xlsx');
});

test('what no system takes in a name is left out, and a long one is cut', () => {
  expect(nombreDeInforme({ cuenta: 'Pan: "dulce" / sal\u0000', dias: octubre })).toBe(
    'conciliacion-Pan dulce sal-2026-10.xlsx',
  );
  expect(nombreDeInforme({ cuenta: 'a'.repeat(400), dias: octubre })).toMatch(/^conciliacion-a{80}-2026-10\.xlsx$/);
});

test('what the person called it is at its end', () => {
  expect(nombreDeInforme({ cuenta: 'La Espiga', dias: octubre, nombre: 'Cierre: centro' })).toBe(
    'conciliacion-La Espiga-2026-10-Cierre centro.xlsx',
  );
});
