import { describe, expect, test } from 'vitest';
import { toCentavos } from '#domain/money.ts';
import { sayCause, sayDecided, sayMissing } from '#domain/texts/cause-sentences.ts';
import type { SaidReason } from '#domain/texts/explanations.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { nameReason, REASON_NAMES, sayReason } from '#domain/texts/reason-sentences.ts';
import type { Cause } from '#domain/matching/explain/causes.ts';
import { CAUSES } from '#domain/matching/explain/causes.ts';
import { MOTIVOS, type Motivo } from '#domain/matching/explain/reasons.ts';
import { aCupon, pesos } from '../matching/builders.ts';
import { civilDay } from '../civil-day.ts';

const AMOUNTS = { cupon: pesos(17_580.13), operacion: pesos(17_580), diferencia: pesos(0.13) };
const DAYS = { cupon: civilDay('2026-10-07'), operacion: civilDay('2026-10-06'), dias: 1 };

const REASONS: readonly Motivo[] = [
  { codigo: 'FUERA_DE_COBERTURA', fecha: civilDay('2026-10-06') },
  { codigo: 'COMERCIO_AJENO', operacion: true, campos: ['importe'] },
  { codigo: 'DUPLICADO_EN_CARGA', de: 'a', conciliado: true },
  { codigo: 'COINCIDE_SIN_CONCILIAR' },
  { codigo: 'YA_USADA', por: 'a' },
  { codigo: 'AMBIGUO', similar: 3 },
  { codigo: 'DEVUELTA', rechazo: '1', fecha: civilDay('2026-10-20'), operacion: true },
  { codigo: 'DIVIDIDA', operaciones: ['1', '2'], cupones: ['a'], total: pesos(300) },
  { codigo: 'CAMPOS_CAMBIADOS', campo: 'comprobante', nivel: 'en_lote', con: 'lote' },
  { codigo: 'IMPORTE_POR_100', veces: 'por_100', ...AMOUNTS },
  { codigo: 'IMPORTE_DE_UNA_CUOTA', cuotas: 3, ...AMOUNTS },
  { codigo: 'IMPORTE_NETO', ...AMOUNTS },
  { codigo: 'SIGNO_INVERTIDO', ...AMOUNTS },
  { codigo: 'IMPORTE_DISTINTO', ...AMOUNTS },
  { codigo: 'DIA_Y_MES_CAMBIADOS', nivel: 'dia_y_mes', ...DAYS },
  { codigo: 'FECHA_DISTINTA', nivel: 'dia_despues', ...DAYS },
  { codigo: 'COMPROBANTE_DISTINTO', campos: ['comprobante'], nivel: 'un_digito' },
  { codigo: 'TARJETA_DISTINTA', campos: ['tarjeta_nro'], nivel: 'otra' },
  { codigo: 'ESTABLECIMIENTO_DISTINTO', campos: ['establecimiento'], nivel: 'otro' },
  { codigo: 'LOTE_O_TERMINAL_DISTINTO', campos: ['lote', 'terminal'], nivel: 'ninguno' },
  { codigo: 'CUOTAS_DISTINTAS', campos: ['cuotas'], nivel: 'otra' },
  { codigo: 'AUTORIZACION_DISTINTA', campos: ['autorizacion'], nivel: 'otra' },
  { codigo: 'VARIOS_CAMPOS', campos: ['importe', 'comprobante'] },
  { codigo: 'ANULADA', con: 'a' },
  { codigo: 'MUY_RECIENTE', dias: 3, hasta: civilDay('2026-10-09'), marca: 'amex' },
  { codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'ninguna' },
];

const reasonOf = (motivo: Motivo, changes: Partial<SaidReason> = {}): SaidReason => ({
  motivo,
  cupon: aCupon({ establecimiento: '30012345' }),
  diferencias: [
    { campo: 'comprobante', cupon: '90166657', operacion: '00166657' },
    { campo: 'importe', cupon: '17580.13', operacion: '17580.00' },
  ],
  otro: { conciliacion: '5001', archivo: 'C:\\cajas\\caja.csv', fila: 12 },
  otros: [],
  before: false,
  ...changes,
});
const say = (motivo: Motivo, changes: Partial<SaidReason> = {}): string =>
  sayReason(motivo.codigo, reasonOf(motivo, changes), chooseIn('es-AR'))[0].replaceAll('\u{a0}', ' ');
const of = (code: Motivo['codigo']): Motivo => REASONS.find((one) => one.codigo === code) ?? expect.unreachable();

test('another row is named with its sheet where that is given', () => {
  const otro = { conciliacion: null, archivo: 'cierre.xlsx', hoja: 'Caja 1', fila: 58 };
  expect(say(of('DUPLICADO_EN_CARGA'), { otro })).toContain('la fila 58 de cierre.xlsx, hoja «Caja 1»');
});

test('a claim that waits leaves nothing to do for now, which is not that nothing is left', () => {
  const waiting = { texto: 'Reclamado', resuelto: false, pendiente: false };
  expect(sayDecided(waiting, chooseIn('es-AR'))).toBe('Ya se decidió (Reclamado). Por ahora no queda nada por hacer.');
  expect(sayDecided({ ...waiting, resuelto: true }, chooseIn('es-AR'))).toMatch(/\. No queda nada por hacer\.$/);
});

test('a refund without a transaction is not claimed as a sale', () => {
  const missing = of('SIN_OPERACION');
  const adviceFor = (importe: string): string =>
    sayReason(missing.codigo, reasonOf(missing, { cupon: aCupon({ importe }) }), chooseIn('es-AR'))[1];
  expect(adviceFor('-555.50')).toMatch(/^Es una devolución o anulación: .* no la reclames como venta\.$/);
  expect(adviceFor('555.50')).toMatch(/si la venta se hizo, reclamala/);
});

test('there is one of each reason here', () => {
  expect(REASONS.map(({ codigo }) => codigo)).toEqual(MOTIVOS);
});

describe.each(['es-AR', 'en'] as const)('in %s', (language) => {
  test.each(REASONS.map((motivo) => [motivo.codigo, motivo] as const))(
    '%s says what happened and what to do',
    (code, motivo) => {
      for (const before of [true, false]) {
        for (const differences of [reasonOf(motivo).diferencias, []]) {
          const said = sayReason(
            code,
            reasonOf(motivo, { before, diferencias: differences, otro: null }),
            chooseIn(language),
          );
          for (const sentence of said) {
            expect(sentence).toMatch(/^\p{Lu}.*[.]$/u);
            expect(sentence).not.toMatch(/undefined|null|NaN|\bde el\b|\ba el\b| {2}/);
          }
        }
      }
    },
  );

  test('every reason has a name of its own', () => {
    const names = MOTIVOS.map((motivo) => chooseIn(language)(...REASON_NAMES[motivo]));
    expect(new Set(names).size).toBe(MOTIVOS.length);
  });

  test.each(CAUSES)('the cause %s says how many, and of what only once', (code) => {
    const cause: Cause = {
      codigo: code,
      motivo: 'FECHA_DISTINTA',
      variant: '1',
      atributo: 'establecimiento',
      valor: '30012345',
      cupones: Array.from({ length: 37 }, String),
      conAtributo: code === 'ESTABLECIMIENTO_AJENO' ? 37 : 40,
      conciliadosConAtributo: 0,
      sinAtributo: 1252,
      mismoMotivoSinAtributo: 3,
      sinConciliar: 40,
      veces: 100,
      importe: 100,
    };
    const [text, before] = sayCause(cause, chooseIn(language), true);
    const [, work] = sayCause(cause, chooseIn(language), false);
    expect(before).toMatch(/\.$/);
    // A sent coupon that is corrected and sent again would be at the service twice.
    expect(work).not.toMatch(/^(Corregí|Correct)|usala para todos/);
    expect(text).toContain('37');
    expect(text.split('30012345').length, 'the value is there once').toBeLessThan(3);
    expect(text).not.toMatch(/undefined|\bde el\b/);
    expect(work).toMatch(/\.$/);
  });
});

test('amounts are said with what they differ in', () => {
  expect(say(of('IMPORTE_DISTINTO'))).toBe(
    'La tarjeta informó $ 17.580,00; vos cargaste $ 17.580,13. Difiere en $ 0,13.',
  );
  const apart = (cupon: number, operacion: number) => {
    const amounts = { cupon: toCentavos(cupon), operacion: toCentavos(operacion) };
    const motivo = { codigo: 'IMPORTE_DISTINTO', ...amounts, diferencia: toCentavos(cupon - operacion) } as const;
    return /(?<= en )\$.*$/u.exec(say(motivo))?.[0].replace('\u{a0}', ' ');
  };
  expect(apart(396_000, 360_000)).toBe('$ 360,00, 10 % más que la tarjeta: ¿propina, IVA, recargo?');
  expect(apart(360_000, 396_000)).toBe('$ 360,00, 10 % de más en la tarjeta: ¿propina, IVA, recargo?');
  expect(apart(1_739_800, 1_379_800)).toBe('$ 3.600,00. Dos dígitos están en el orden inverso.');
  expect(apart(396_100, 360_000)).toBe('$ 361,00.');
});

test('a field is said as both sides have it', () => {
  const differences = [{ campo: 'comprobante', cupon: '90166657', operacion: '00166657' }] as const;
  expect(say(of('COMPROBANTE_DISTINTO'), { diferencias: differences })).toBe(
    'El comprobante de la operación es 00166657; vos cargaste 90166657. Cambia un solo dígito. Lo demás coincide.',
  );
  // The amount differs too, so the text must not say that the rest agrees.
  expect(say(of('COMPROBANTE_DISTINTO'))).not.toContain('Lo demás');
  expect(say(of('VARIOS_CAMPOS'))).toContain('difieren el importe y el comprobante: $ 17.580,00 en la operación');
});

test('two fields that differ are both said', () => {
  const differences = [
    { campo: 'lote', cupon: '1234', operacion: '0727' },
    { campo: 'terminal', cupon: '99', operacion: '20019115' },
  ] as const;
  expect(say(of('LOTE_O_TERMINAL_DISTINTO'), { diferencias: differences })).toBe(
    'El lote de la operación es 0727 y la terminal es 20019115; vos cargaste 1234 y 99. Lo demás coincide.',
  );
});

test.each([
  ['166657', '00166657', 'tiene menos cifras adelante'],
  ['98167506', '00167506', 'Coinciden sólo las últimas cifras'],
  ['90167878', '00167878', 'Cambia un solo dígito'],
])('a voucher %s that ends like %s is said as it is written', (cupon, operacion, said) => {
  const motivo: Motivo = { codigo: 'COMPROBANTE_DISTINTO', campos: ['comprobante'], nivel: 'recortado' };
  expect(say(motivo, { diferencias: [{ campo: 'comprobante', cupon, operacion }] })).toContain(said);
});

test('a foreign establishment is said with the one that the sale has, where it is there', () => {
  const differences = [{ campo: 'establecimiento', cupon: '30012345', operacion: '30000112' }] as const;
  expect(say({ codigo: 'COMERCIO_AJENO', operacion: true, campos: [] }, { diferencias: differences })).toBe(
    'El establecimiento 30012345 no es de esta cuenta, y la venta está con el 30000112.',
  );
  expect(say({ codigo: 'COMERCIO_AJENO', operacion: false, campos: [] })).toBe(
    'El establecimiento 30012345 no es de esta cuenta: ninguna operación lo tiene.',
  );
});

test('nothing is said of days that were not downloaded, nor of operations that somebody refused', () => {
  const none = { codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'ninguna' } as const;
  expect(say(none)).toBe('Los días de la venta están bajados y no hay ninguna operación parecida.');
  expect(say({ ...none, dia: 'futuro' })).toBe(
    'La venta es del 06/10/2026, que todavía no llegó, y no hay ninguna operación parecida.',
  );
  expect(say({ ...none, similar: 'tomada' })).toContain('ya la tiene la fila 12');
  expect(say({ ...none, similar: 'descartada' })).toContain('fuera de lo que se descartó');
});

test('a sale that was paid the other way is told with the way, and what to load then', () => {
  const motivo = { codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'con_billetera' } as const;
  expect(say(motivo)).toBe(
    'Los días de la venta están bajados y no hay ninguna con tarjeta parecida, pero sí una con billetera de ese día por ese importe.',
  );
});

test('a reason is named by the field that differs', () => {
  const nameOf = (motivo: Motivo): string => nameReason(motivo, chooseIn('es-AR'));
  expect(nameOf({ codigo: 'TARJETA_DISTINTA', campos: ['bin'], nivel: 'otra' })).toBe('Primeros 6');
  expect(nameOf({ codigo: 'TARJETA_DISTINTA', campos: ['tarjeta_nro'], nivel: 'otra' })).toBe('Últimos 4');
  expect(nameOf({ codigo: 'COMPROBANTE_DISTINTO', campos: ['wallet_referencia'], nivel: 'otra' })).toBe(
    'Referencia de la billetera',
  );
});

test('after sending, nothing says to send again: the sale is linked', () => {
  for (const motivo of REASONS) {
    const [, work] = sayReason(motivo.codigo, reasonOf(motivo), chooseIn('es-AR'));
    expect(work).not.toMatch(/volvé a enviar|agregá al archivo|^Cargá|^Juntalos|, cargala/);
  }
});

test('amounts off by one ratio or one difference are said with it', () => {
  const cause = {
    codigo: 'IMPORTES_EN_PROPORCION', motivo: 'IMPORTE_DISTINTO', variant: '', atributo: 'razon', valor: '1.100',
    cupones: Array.from({ length: 30 }, String), conAtributo: 30, conciliadosConAtributo: 0, sinAtributo: 30,
    mismoMotivoSinAtributo: 0, sinConciliar: 30, veces: 60, importe: 100,
  } as const satisfies Cause; // prettier-ignore
  const said = (changes: Partial<Cause> = {}) => sayCause({ ...cause, ...changes }, chooseIn('es-AR'), false)[0];
  expect(said()).toBe('30 cupones con 10 % de más en la tarjeta: ¿propina, IVA, recargo?');
  expect(said({ valor: '0.909' })).toBe('30 cupones con 10 % más que la tarjeta: ¿propina, IVA, recargo?');
  expect(said({ valor: '1.617' })).toBe('30 cupones por 1,617: ¿propina, IVA, recargo?');
  expect(said({ comparten: { atributo: 'cuotas', valor: '6' } })).toBe(
    '30 cupones con 10 % de más en la tarjeta, todos en 6 cuotas: ¿propina, IVA, recargo?',
  );
  const partes = [
    { valor: '1.100', comparten: { atributo: 'cuotas', valor: '3' }, cupones: 20 },
    { valor: '1.200', comparten: { atributo: 'cuotas', valor: '6' }, cupones: 10 },
  ] as const;
  expect(said({ valor: '1.100; 1.200', partes })).toBe(
    '30 cupones: 20 con 10 % de más en la tarjeta en 3 cuotas, 10 con 20 % de más en la tarjeta en 6 cuotas. ¿Recargos?',
  );
  const off = { codigo: 'IMPORTES_CON_DIFERENCIA', atributo: 'diferencia' } as const;
  expect(said({ ...off, valor: '0.13' }).replaceAll('\u{a0}', ' ')).toBe(
    '30 cupones con $ 0,13 de diferencia: ¿redondeo?',
  );
  expect(said({ codigo: 'MOTIVO_COMUN', atributo: 'cuotas', valor: '6' })).toBe(
    'Importe: 30 cupones de las ventas en 6 cuotas.',
  );
});

test('another coupon that did not match either is said as such', () => {
  const rivalled: Motivo = { codigo: 'YA_USADA', por: 'a', pendiente: true };
  expect(say(rivalled)).toBe(
    'La operación más parecida también es la de la fila 12 de caja.csv (conciliación 5001), que tampoco concilió.',
  );
  expect(say(rivalled, { before: true, otro: null })).toBe('La operación más parecida también es la de otro cupón.');
  expect(say({ codigo: 'SIN_OPERACION', dia: 'bajado', similar: 'de_otro' })).toContain(
    'la de la fila 12 de caja.csv (conciliación 5001), que tampoco concilió.',
  );
});

test('a till is named by its terminal, with how much of the day it is', () => {
  const group = {
    comercio: 'Centro', establecimiento: '30012345', terminal: '20019115', dia: '2026-10-06', operaciones: 2, importe: 30_000n, de: 9, untouched: false,
  }; // prettier-ignore
  expect(sayMissing(group, chooseIn()).replaceAll('\u{a0}', ' ')).toBe(
    '06/10/2026, la terminal 20019115 (Centro): 2 operaciones por $ 300,00 sin cupón, de 9 de ese día.',
  );
  expect(
    sayMissing({ ...group, terminal: null, dia: null, untouched: true }, chooseIn()).replaceAll('\u{a0}', ' '),
  ).toBe('No se cargó nunca un cupón del establecimiento 30012345 (Centro): 2 operaciones por $ 300,00.');
});

test('the brand that differs is named by its number where the coupon has no text, and before anything is sent as well', () => {
  const other: Partial<SaidReason> = {
    cupon: aCupon({ tarjeta_id: '5' }),
    diferencias: [{ campo: 'tarjeta_desc', cupon: null, operacion: 'Visa' }],
  };
  expect(say(of('COINCIDE_SIN_CONCILIAR'), other)).toContain('el cupón dice 5; la operación es Visa');
  expect(say(of('COINCIDE_SIN_CONCILIAR'), { ...other, before: true })).toBe(
    'Coincide con una operación bajada, menos en la marca (el cupón dice 5; es Visa): debería conciliar.',
  );
});
