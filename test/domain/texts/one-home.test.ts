/** Texts are written once, in `src-main/domain/texts` or in the screens' messages (docs: `src-main/domain/texts/README.md`). */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { AppError } from '#contract/errors.ts';
import type { LinkEvent } from '#domain/decisions/events.ts';
import { toCentavos } from '#domain/money.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';
import { getReportName } from '#domain/texts/language.ts';
import { describeFindingInEnglish } from '#domain/texts/row-notices.ts';

/** The sandbox stands for the service, whose words are not ours. */
const FILES = globSync('src-main/**/*.{ts,js}').filter((file) => !/^src-main\/(domain\/texts|sandbox)\//.test(file));

/** A text that ends one sentence and begins another. */
const SENTENCES = /mensaje:\s*(?:'[^'\n]*[a-záéíóúñ] [^'\n]*\. [^'\n]*'|`[^`$]{3,}[a-záéíóúñ] [^`]*\. [^`]*`)/g;

test('no message to a person is written beside the code that refuses', () => {
  const found = FILES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(SENTENCES)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Names of columns and screens of one or two words may stand in both. */
const isName = (text: string): boolean => text.trim().split(/\s+/).length < 3;
const withoutEnd = (text: string): string => text.replace(/[.:…]+$/, '').trim();

test('no text stands both in the messages of the screens and in the rest of the program', () => {
  const messages: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync('src-renderer/messages/es-AR.json', 'utf8'),
  );
  const ofScreens = new Set(
    Object.values(messages).flatMap((text) => (typeof text === 'string' && !isName(text) ? [withoutEnd(text)] : [])),
  );
  const files = globSync('src-main/**/*.ts').filter((file) => !file.startsWith('src-main/sandbox/'));
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]+)'|`([^`\n]+)`/g)].flatMap(([, one = '', other = one]) =>
      !isName(other) && ofScreens.has(withoutEnd(other)) ? [`${file}: ${other}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

test('a refusal in words of its own has its first sentence and its English as data', () => {
  const error = new AppError('CARPETA_SIN_PERMISO', { mensaje: REFUSALS.noReportFolder });
  expect(error.message).toBe('La carpeta del informe no existe. No se escribió nada. Creala, o elegí otra.');
  expect(error.what).toBe('La carpeta del informe no existe.');
  expect(error.english).toBe(
    'The folder of the report is not there. Nothing was written. Create it, or choose another one.',
  );
  expect(new AppError('EN_USO').english).toBeUndefined();
});

const link = (howMany: number, difference: number): LinkEvent => ({
  kind: 'vinculo',
  cupones: Array.from({ length: howMany }, (_, i) => ({
    ...{ carga: null, seq: null, conciliacion: '7', archivo: null, fila: null, vez: i + 1, cupon: {} },
  })),
  operaciones: [
    {
      ...{ id: '5519903', fecha_venta: '2026-10-06' as never, importe: toCentavos(326_517), establecimiento: null },
      ...{ terminal: null, lote: null, comprobante: null, tarjeta_nro: null, autorizacion: null, referencia: null },
    },
  ],
  tolerancia: toCentavos(13),
  diferencia: toCentavos(difference),
  nota: null,
});

test('each of several linked coupons says that the difference is of all of them', () => {
  const { decision } = getDecisionWords('es-AR');
  expect(decision(link(1, 13))).toBe('Vinculado con 5519903 (difiere en $\u00a00,13)');
  expect(decision(link(2, 13))).toBe('Vinculado con 5519903 (los 2 cupones juntos difieren en $\u00a00,13)');
  expect(decision(link(2, 0))).toBe('Vinculado con 5519903');
  expect(getDecisionWords('en').decision(link(2, 13))).toContain('(the 2 coupons together differ by ');
});

test('an operation is named by its receipt number or reference, and by its number at the service without both', () => {
  const { decision } = getDecisionWords('es-AR');
  const linked = (parts: Partial<LinkEvent['operaciones'][number]>): string => {
    const event = link(1, 0);
    return decision({ ...event, operaciones: event.operaciones.map((one) => ({ ...one, ...parts })) });
  };
  expect(linked({ comprobante: '4905', referencia: '84211' })).toBe('Vinculado con 4905');
  expect(linked({ referencia: '84211' })).toBe('Vinculado con 84211');
  expect(linked({})).toBe('Vinculado con 5519903');
});

test('an operation that contradicts a decision is named by day, card and amount, with its number behind', () => {
  const [linked] = link(1, 0).operaciones;
  if (linked === undefined) throw new Error('there is one');
  const operacion = { ...linked, comprobante: '4905', tarjeta_nro: '4417', tarjeta: 'CEIBO' };
  const gone = { codigo: 'OPERACION_RETIRADA', operacion: linked.id } as const;
  const { contradiction } = getDecisionWords('en');
  const said = (one: typeof operacion | null): string => contradiction(gone, { linked: true, operacion: one });
  expect(said(operacion)).toContain('transaction of 06/10/2026, CEIBO ·· 4417, $\u00a03.265,17 (4905), which');
  expect(said({ ...operacion, tarjeta_nro: null as never })).toContain('CEIBO, $');
  expect(said(null)).toContain('transaction 5519903, which');
  // The English sentence has both amounts.
  const changed = {
    codigo: 'IMPORTE_CAMBIADO',
    operacion: linked.id,
    antes: toCentavos(1),
    ahora: toCentavos(2),
  } as const;
  expect(contradiction(changed, { linked: true, operacion })).toContain('CEIBO ·· 4417 (4905) was');
});

const october = { desde: '2026-10-01', hasta: '2026-10-31' };

test.each<[Parameters<typeof getReportName>[0], string]>([
  [{ cuenta: 'La Espiga', dias: october }, 'informe-La Espiga-2026-10.xlsx'],
  // Days in two months name both months.
  [{ cuenta: 'La Espiga', dias: { ...october, hasta: '2026-11-02' } }, 'informe-La Espiga-2026-10 a 2026-11.xlsx'],
  [{ cuenta: 'La Espiga', dias: undefined, id: '5001' }, 'informe-La Espiga-5001.xlsx'],
  [{ cuenta: 'La Espiga', dias: undefined }, 'informe-La Espiga.xlsx'],
  // No file system takes these characters in a name, nor so long a name.
  [{ cuenta: 'Pan: "dulce" / sal\u0000', dias: october }, 'informe-Pan dulce sal-2026-10.xlsx'],
  [{ cuenta: 'a'.repeat(400), dias: october }, `informe-${'a'.repeat(80)}-2026-10.xlsx`],
  [{ cuenta: 'Espiga', dias: october, nombre: 'Cierre: centro' }, 'informe-Espiga-2026-10-Cierre centro.xlsx'],
  [{ what: 'sin-conciliar', cuenta: 'E', dias: october, nombre: '30012345' }, 'sin-conciliar-E-2026-10-30012345.xlsx'],
])('a report is called by what it is of, its account, its months and its name: %o', (of, name) => {
  expect(getReportName(of)).toBe(name);
});

const sayAmount = (value: string): string =>
  describeFindingInEnglish({ codigo: 'IMPORTE_INVALIDO', campo: 'importe', valor: value });

test('an amount in another currency is to be written in pesos, any other wrong one as an amount', () => {
  expect(sayAmount('USD 20,00')).toContain('Write it in pesos, as 12.450,00');
  expect(sayAmount('12,4,5')).toContain('Write it as 12.450,00');
});
