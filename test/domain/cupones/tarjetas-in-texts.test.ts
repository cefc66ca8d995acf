import { describe, expect, test } from 'vitest';
import { areCardDigits } from '#domain/cupones/card-number.ts';
import { cardDigitsOf, maskCertainCards } from '#domain/cupones/card-text.ts';
import { readCoveredCard } from '#domain/cupones/covered-cards.ts';
import { getComparableKey } from '#domain/upload/body.ts';
import { aSheet } from './one-sheet.ts';
import { codesOf, mappingOf, validateFields } from './validate-sheet.ts';

const VISA = '4509953566233704';
const MASKED = '450995······3704';

describe('a full card number in groups', () => {
  test('leaves its first six and last four, and the words around it as they were', () => {
    expect(maskCertainCards('Pago con 4509 9535 6623 3704 cliente')).toBe(`Pago con ${MASKED} cliente`);
    expect(maskCertainCards('x 3782 822463 10005 y')).toBe('x 378282·····0005 y');
    expect(maskCertainCards('4 5 0 9 9 5 3 5 6 6 2 3 3 7 0 4')).toBe(MASKED);
    expect(maskCertainCards('\uff14\uff15\uff10\uff19 \u0669\u0665\u0663\u0665 6623 3704')).toBe(MASKED);
    expect(maskCertainCards('45\u200b09-9535\u00ad-6623-37\u206004')).toBe(MASKED);
    expect(maskCertainCards('\u00b2\u2463')).toBe('\u00b2\u2463');
  });

  test('is covered beside a date and an expiry', () => {
    expect(maskCertainCards('el 05/10/2026 4509 9535 6623 3704 venc. 08/28')).toBe(
      `el 05/10/2026 ${MASKED} venc. 08/28`,
    );
  });
});

test('a bare number is covered when it is written in other groups beside such a word, but for a date', () => {
  expect(maskCertainCards('tarjeta 45099535 66233704')).toBe(`tarjeta ${MASKED}`);
  for (const text of ['cupones 45099535 66233704', `Pedido N° ${VISA} (web)`, 'pago 4509953566233705'])
    expect(maskCertainCards(text)).toBe(text);
  // The digits of 5/10/2026 and 12345672 together pass the Luhn check.
  expect(areCardDigits('510202612345678')).toBe(false);
  const dated = [...'0123456789'].find((digit) => areCardDigits(`51020261234567${digit}`));
  expect(maskCertainCards(`pago 5/10/2026 1234567${dated ?? ''}`)).toBe(`pago 5/10/2026 1234567${dated ?? ''}`);
});

test('a number is a card’s in whatever groups where its column says so', () => {
  expect(cardDigitsOf('4-50.99/53_56 6233704')).toBe(VISA);
  expect(
    cardDigitsOf('\u0664\u0665\u0660\u0669\u0669\u0665\u0663\u0665\u0666\u0666\u0662\u0663\u0663\u0667\u0660\u0664'),
  ).toBe(VISA);
  for (const text of [
    '4-50.99/53_56 6233704',
    '\uff14\uff15\uff10\uff19\uff19\uff15\uff13\uff15\uff16\uff16\uff12\uff13\uff13\uff17\uff10\uff14',
    '4509\u200b953566233704',
  ]) {
    expect(validateFields([{ tarjeta_nro: text }]).errores).toMatchObject([
      { codigo: 'LARGO_MAXIMO', valor: MASKED, arreglo: '3704' },
    ]);
  }
});

describe('a card number that came covered', () => {
  test.each([
    ['XXXX-XXXX-XXXX-2694', undefined],
    ['xxxx xxxx xxxx 2694', undefined],
    ['************2694', undefined],
    ['•••• 2694', undefined],
    ['*2694', undefined],
    ['VISA ****2694', undefined],
    ['----2694', undefined],
    ['5399 12-- ---- 2694', '539912'],
    ['45**********2694', undefined],
    ['450995******2694', '450995'],
    ['4509 95XX XXXX 2694', '450995'],
    ['Visa 2694', undefined],
    ['Visa x2694', undefined],
    ['Visa terminada en 2694', undefined],
    ['AURORA CREDITO ****2694', undefined],
    ['Lapacho Débito*2694', undefined],
    ['Pampacard 450995******2694', '450995'],
  ])('%s gives its last four to tarjeta_nro', (text, bin) => {
    expect(readCoveredCard(text)).toEqual({ lastFour: '2694', firstSix: bin });
    const found = validateFields([{ tarjeta_nro: text }]);
    expect(found.errores).toEqual([]);
    expect(found.cupones[0]?.cupon).toMatchObject({ tarjeta_nro: '2694', ...(bin === undefined ? {} : { bin }) });
    expect(found.cupones[0]?.cupon['bin']).toBe(bin);
    expect(found.avisos).toMatchObject([
      { codigo: 'TARJETA_TAPADA', fila: null, columna: 'tarjeta_nro', campo: 'tarjeta_nro', valor: text },
    ]);
  });

  test.each(['2694', '1.234.5678', 'x2694', '****26945', '**** 26', 'mesa 2694', '____', VISA])(
    '%s did not',
    (text) => {
      expect(readCoveredCard(text)).toBeUndefined();
    },
  );

  test('behind unknown words is one in tarjeta_nro, where four digits without a cover are offered as the fix', () => {
    for (const text of ['Aurora x2694', 'AURORA CREDITO XXXX 2694', 'Aurora xxxx-2694']) {
      expect(validateFields([{ tarjeta_nro: text }]).cupones[0]?.cupon).toMatchObject({ tarjeta_nro: '2694' });
      expect(readCoveredCard(text)).toBeUndefined();
    }
    expect(validateFields([{ tarjeta_nro: 'Aurora (2694)' }]).errores).toMatchObject([
      { codigo: 'NO_ES_NUMERO', arreglo: '2694' },
    ]);
  });

  test('behind a single x is one in tarjeta_nro, and elsewhere may be the code of an article', () => {
    expect(validateFields([{ tarjeta_nro: 'X2694' }]).cupones[0]?.cupon).toMatchObject({ tarjeta_nro: '2694' });
    const header = ['Fecha', 'Comprobante', 'Importe', 'Artículo'];
    expect(mappingOf(aSheet([header, ['01/11/2026', '1', '10,00', 'x2694']])).mapeo).not.toHaveProperty('tarjeta_nro');
  });

  test('by ourselves is the full number that it was', () => {
    expect(validateFields([{ tarjeta_nro: MASKED }, { bin: MASKED }]).errores).toMatchObject([
      { codigo: 'LARGO_MAXIMO', campo: 'tarjeta_nro', valor: MASKED, arreglo: '3704' },
      { codigo: 'LARGO_MAXIMO', campo: 'bin', valor: MASKED, arreglo: '450995' },
    ]);
  });

  test('has one notice for the whole column, which says what was taken', () => {
    const found = validateFields([
      { tarjeta_nro: '450995******2694' },
      { tarjeta_nro: 'XXXX2695', comprobante: '2' },
      { tarjeta_nro: '1234', comprobante: '3' },
    ]);
    expect(found.cupones).toHaveLength(3);
    expect(found.avisos).toEqual([
      {
        fila: null,
        columna: 'tarjeta_nro',
        campo: 'tarjeta_nro',
        codigo: 'TARJETA_TAPADA',
        valor: '450995******2694',
        mensaje:
          'En «tarjeta_nro» 2 números vinieron tapados («450995******2694»). Se toman los últimos cuatro, y los primeros seis donde faltaba el BIN.',
      },
    ]);
  });

  test('does not touch a bin that the row has, and gives one where the column is empty', () => {
    const found = validateFields([
      { tarjeta_nro: '450995******2694', bin: '123456', bco_emisor: '7' },
      { tarjeta_nro: '450995******2694', bin: null, bco_emisor: '7' },
    ]);
    expect(found.cupones.map(({ texto }) => texto)).toEqual([
      '{"fecha_venta":"2026-11-01","comprobante":"00001234","tarjeta_nro":"2694","bin":"123456","bco_emisor":"7","importe":"1500.00"}',
      '{"fecha_venta":"2026-11-01","comprobante":"00001234","tarjeta_nro":"2694","bin":"450995","bco_emisor":"7","importe":"1500.00"}',
    ]);
  });

  test('keeps what was taken in a row that has another error', () => {
    const found = validateFields([{ tarjeta_nro: '450995******2694', importe: 'x' }]);
    expect(codesOf(found)).toEqual(['IMPORTE_INVALIDO']);
    expect(found.rechazadas[0]?.leidos).toMatchObject({ tarjeta_nro: '2694', bin: '450995' });
  });
});

test('a coupon is the same whether its numbers came back covered or not', () => {
  const cupon = { referencia: `Pedido ${VISA}`, importe: '10.00' };
  expect(getComparableKey({ ...cupon, referencia: `Pedido ${MASKED}` }, null)).toBe(getComparableKey(cupon, null));
});
