import { fc, forAll } from '../../for-all.ts';
import { expect, test } from 'vitest';
import { toCanonicalText, type Cupon } from '#domain/cupon.ts';
import {
  getComparableKey,
  getNumbersKey,
  buildTandaBody,
  readMarker,
  markText,
  createNonce,
} from '#domain/upload/body.ts';
import { describeDecision } from '#domain/upload/decision.ts';
import { grewBy } from '#domain/upload/step.ts';

const cupon: Cupon = {
  referencia: 'a"auxiliar_5":"b',
  fecha_venta: '2026-10-01',
  comprobante: '0012',
  importe: '1500.50',
};

test('a marked text is the canonical text of the marked coupon, whatever its auxiliares hold', () => {
  const fields = ['auxiliar_1', 'auxiliar_2', 'auxiliar_3', 'auxiliar_4', 'auxiliar_5'] as const;
  forAll(
    fc.constantFrom(...fields),
    fc.array(fc.tuple(fc.constantFrom(...fields), fc.string({ minLength: 1 }))),
    (field, others) => {
      const full = { ...cupon, ...Object.fromEntries(others) };
      const { [field]: _its, ...without } = full;
      expect(markText(toCanonicalText(without), { campo: field, nonce: 'abc' }, 7)).toBe(
        toCanonicalText({ ...without, [field]: 'abc.7' }),
      );
    },
  );
});

test('a marker is recognised after trimming and a change of case, and another one is not', () => {
  const marker = { campo: 'auxiliar_5', nonce: createNonce(() => 0.3) } as const;
  expect(readMarker({ auxiliar_5: ` ${marker.nonce.toUpperCase()}.12 ` }, marker)).toBe(12);
  expect(readMarker({ auxiliar_5: 'zz.12' }, marker)).toBe('otra');
  expect(readMarker({}, marker)).toBe('vacia');
});

test.for<Cupon>([
  { referencia: 'A"AUXILIAR_5":"B ', comprobante: '12', importe: '1500.5' },
  { fecha_venta: '2026-10-01 00:00:00' },
  // Zero counts as absent in the key.
  { lote: '0', cuotas: '0', fecha_pago: '0000-00-00', fecha_pres: '0000-00-00 00:00:00' },
])('a coupon that comes back with %o is recognised', (eco) => {
  expect(getComparableKey({ ...cupon, ...eco }, null)).toBe(getComparableKey(cupon, null));
});

test.for([{ importe: '1500.51' }, { importe: '1.500,50' }, { fecha_venta: '01/10/2026' }])(
  'a coupon that comes back with %o, as nobody described, is another',
  (eco) => {
    expect(getComparableKey({ ...cupon, ...eco }, null)).not.toBe(getComparableKey(cupon, null));
  },
);

test.for(['Pe&ntilde;a y C&iacute;a', 'PENA Y CIA', 'Pe?a y C?a'])(
  'a text that comes back as «%s» is another, and leaves a doubt whose the row is',
  (referencia) => {
    const sent = { ...cupon, referencia: 'Peña y Cía' };
    expect(getComparableKey({ ...sent, referencia }, null)).not.toBe(getComparableKey(sent, null));
    expect(getNumbersKey({ ...sent, referencia })).toBe(getNumbersKey(sent));
    expect(getNumbersKey({ ...sent, importe: '1' })).not.toBe(getNumbersKey(sent));
  },
);

test('an amount of zero is a part of the key', () => {
  expect(getComparableKey({ ...cupon, importe: '0' }, null)).not.toBe(
    getComparableKey({ ...cupon, importe: '' }, null),
  );
});

test('number fields go as JSON numbers where the server wants them so, and the body still parses', () => {
  const body = buildTandaBody([toCanonicalText(cupon)], { id: '0', subirMas: true, numeros: 'numero' });
  expect(JSON.parse(body)).toEqual({
    id: '0',
    datos: [{ ...cupon, comprobante: 12, importe: 1500.5 }],
    subir_mas: 'true',
  });
});

test('the parts decide, whatever the total says', () => {
  const zero = { total: 0, nuevos: 0, existentes: 0, error: 0 };
  expect(grewBy(zero, { total: 5, nuevos: 5, existentes: 5, error: 0 }, 5)).toBe(false);
  expect(grewBy(zero, { total: 3, nuevos: 3, existentes: 2, error: 0 }, 5)).toBe(true);
});

test('one coupon too many is asked about as one', () => {
  const { pregunta } = describeDecision({ tipo: 'duplicacion', id: '7100', sobran: 1 });
  expect(pregunta).toBe('El servicio tiene cupones de más en la conciliación 7100: 1.');
});
