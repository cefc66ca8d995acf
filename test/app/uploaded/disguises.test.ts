/** The same file again in twenty disguises, and sales of other days of the same shop. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCanonicalText, type Cupon, type CuponField } from '#domain/cupon.ts';
import { openLedger, type Ledger } from '#storage/ledger/index.ts';
import { lookupIn } from '../../../src-main/app/uploaded/sent.ts';
import { createStillClock } from '../../domain/still-clock.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { addSent } from '../../storage/ledger/drafts.ts';

const ROWS = 200;
const pad = (n: number, length: number): string => String(n).padStart(length, '0');
/** Spreads numbers over a range, the same in each run. */
const spread = (n: number, range: number): number => (n * 7919 + 104_729) % range;

/** The sales of a day: one in ten from a wallet, the rest from cards; vouchers continue over the days, and one in five costs 1500. */
const salesOf = (day: number): readonly Cupon[] =>
  Array.from({ length: ROWS }, (_, i): Cupon => {
    const n = day * ROWS + i;
    const common = {
      fecha_venta: `2026-11-${pad(day, 2)}`,
      importe: `${String(i % 5 === 0 ? 1500 : 100 + spread(n, 90_000))}.00`,
      establecimiento: '0012345',
    };
    if (i % 10 === 0) return { ...common, wallet_referencia: `MP-${pad(n, 9)}`, wallet_tipo_operacion: 'pago' };
    return {
      ...common,
      tarjeta_desc: 'VISA CREDITO',
      terminal: `2001400${String(i % 3)}`,
      lote: pad(day, 4),
      comprobante: pad(n, 8),
      tarjeta_nro: pad(spread(n, 10_000), 4),
      cuotas: '1',
      autorizacion: pad(spread(n, 1_000_000), 6),
    };
  });

const SENT = salesOf(3);
const map = (change: (cupon: Cupon) => Cupon) => (): readonly Cupon[] => SENT.map(change);
const drop = (...fields: readonly CuponField[]) =>
  map((cupon) => Object.fromEntries(Object.entries(cupon).filter(([field]) => !fields.some((one) => one === field))));
const set = (values: Cupon) => map((cupon) => ({ ...cupon, ...values }));
const trimZeros = map((cupon) =>
  Object.fromEntries(
    Object.entries(cupon).map(([field, value]) => [
      field,
      field === 'tarjeta_nro' || field === 'importe' ? value : value.replace(/^0+(?=\d)/, ''),
    ]),
  ),
);
const addZeros = map((cupon) => ({
  ...cupon,
  ...(cupon.comprobante === undefined ? {} : { comprobante: `00${cupon.comprobante}` }),
}));
const lower = map((cupon) =>
  Object.fromEntries(Object.entries(cupon).map(([field, value]) => [field, value.toLowerCase()])),
);

const DISGUISES: Readonly<Record<string, () => readonly Cupon[]>> = {
  'as it was': map((cupon) => cupon),
  'another name of the card': set({ tarjeta_desc: 'Visa' }),
  'no name of the card': drop('tarjeta_desc'),
  'no zeros': trimZeros,
  'more zeros': addZeros,
  'lower case': lower,
  'no establishment': drop('establecimiento'),
  'no terminal nor lote': drop('terminal', 'lote'),
  'no authorisation': drop('autorizacion'),
  'no instalments': drop('cuotas'),
  'only what names a sale': drop('tarjeta_desc', 'establecimiento', 'terminal', 'lote', 'cuotas', 'autorizacion'),
  'no voucher': drop('comprobante'),
  'no last four': drop('tarjeta_nro'),
  'no type of operation': drop('wallet_tipo_operacion'),
  'with free texts': set({ referencia: 'mesa', auxiliar_1: 'ana' }),
  'in another order': () => SENT.toReversed(),
  'another day of presentation': set({ fecha_pres: '2026-11-20' }),
  'the second half': () => SENT.slice(ROWS / 2),
  'joined with another day': () => [...salesOf(4), ...SENT],
  'corrected amounts': map((cupon) => ({ ...cupon, importe: `9${cupon.importe ?? ''}` })),
};

async function openWithSent(): Promise<Ledger> {
  const ledger = await openLedger(join(createTemporaryFolder(), 'ledger.db'), {
    clock: createStillClock(Date.UTC(2026, 10, 5)),
    random: () => 0.5,
  });
  addSent(ledger, SENT, { archivos: ['dia.csv'] });
  return ledger;
}
const ask = (ledger: Ledger, cupones: readonly Cupon[]) =>
  lookupIn(ledger, undefined)(cupones.map((cupon) => ({ texto: toCanonicalText(cupon), ocurrencia: 1 })));

test('row by row, at least 99.5 % of a file that was sent is recognised in each of twenty disguises', async () => {
  const ledger = await openWithSent();
  const disguises = Object.entries(DISGUISES);
  expect(disguises).toHaveLength(20);
  for (const [name, make] of disguises) {
    const cupones = make();
    const places = new Map(
      cupones.flatMap((cupon, i) => (cupon.fecha_venta === '2026-11-03' ? [[i, cupon] as const] : [])),
    );
    const answers = ask(ledger, cupones);
    const known = [...places.keys()].filter((i) => answers[i] !== null && answers[i] !== undefined);
    expect(known.length / places.size, name).toBeGreaterThanOrEqual(0.995);
  }
  ledger.close();
});

test('at most one in a thousand sales of other days of the same shop is called sent', async () => {
  const ledger = await openWithSent();
  const others = [4, 5, 6, 7, 8].flatMap(salesOf);
  const called = ask(ledger, others).filter((one) => one !== null);
  expect(called.length / others.length).toBeLessThanOrEqual(0.001);
  ledger.close();
});

test('a file whose rows were corrected before they were sent is known as it stood', async () => {
  const ledger = await openWithSent();
  const [stood = {}] = salesOf(9).slice(1);
  const { comprobante: _, ...bad } = { ...stood, importe: '7.00' };
  addSent(ledger, [stood], { archivos: ['mal.csv'], at: { fila: 5, original: toCanonicalText(bad) } });
  for (const cupon of [bad, stood])
    expect(ask(ledger, [cupon])).toMatchObject([{ archivo: 'mal.csv', fila: 5, answer: { como: 'enviado' } }]);
  ledger.close();
});

test('one more equal row than was sent is new', async () => {
  const ledger = await openWithSent();
  const [cupon = {}] = SENT.slice(1);
  const texto = toCanonicalText({ ...cupon, tarjeta_desc: 'otra' });
  const answers = lookupIn(ledger, undefined)([1, 2].map((ocurrencia) => ({ texto, ocurrencia })));
  expect(answers.map((one) => one?.answer.como)).toEqual(['enviado', undefined]);
  ledger.close();
});
