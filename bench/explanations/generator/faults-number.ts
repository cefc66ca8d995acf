import type { Cupon, CuponField } from '#domain/cupon.ts';
import type { FaultKind, Group, Shop } from './fault.ts';
import { isWallet, type Sale } from './sales.ts';

const DIGITS = [...'0123456789'];
const LETTERS = [...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'];

/** All texts in which one character is another one. */
const replaceEach = (text: string, alphabet: readonly string[]): readonly string[] =>
  [...text].flatMap((was, i) => alphabet.filter((c) => c !== was).map((c) => text.slice(0, i) + c + text.slice(i + 1)));
/** All texts in which two neighbouring characters have changed places. */
const swapNeighbours = (text: string): readonly string[] =>
  Array.from(
    { length: Math.max(0, text.length - 1) },
    (_, i) => text.slice(0, i) + (text[i + 1] ?? '') + (text[i] ?? '') + text.slice(i + 2),
  ).filter((other) => other !== text);
const dropEach = (text: string): readonly string[] => [...text].map((_, i) => text.slice(0, i) + text.slice(i + 1));
const repeatEach = (text: string): readonly string[] => [...text].map((c, i) => text.slice(0, i) + c + text.slice(i));
const stripZeros = (text: string): string => text.replace(/^0+/, '');

/** Creates a fault that picks one of some texts for a field with a value, all equally likely. */
function pickAmong(
  kind: { readonly name: string; readonly motivo: string; readonly group: Group; readonly weight: number },
  field: (sale: Sale) => CuponField,
  options: (value: string, sale: Sale, shop: Shop) => readonly string[],
): FaultKind {
  const listTexts = (clean: Cupon, sale: Sale, shop: Shop): readonly string[] => {
    const value = clean[field(sale)];
    if (value === undefined) return [];
    return options(value, sale, shop).filter(
      (text) => stripZeros(text) !== stripZeros(value) && stripZeros(text) !== '',
    );
  };
  return {
    name: kind.name,
    motivo: kind.motivo,
    groups: [kind.group],
    weight: kind.weight,
    apply(cupon, sale, random, shop) {
      const values = listTexts(cupon, sale, shop);
      return values.length === 0 ? undefined : { [field(sale)]: random.pick(values) };
    },
    density(seen, clean, sale, shop) {
      const values = listTexts(clean, sale, shop);
      return values.filter((value) => value === seen[field(sale)]).length / Math.max(1, values.length);
    },
  };
}

/** Creates a fault that puts a random number of a given length into a field. */
function pickNumber(
  kind: { readonly name: string; readonly motivo: string; readonly group: Group; readonly weight: number },
  field: CuponField,
  digits: number,
): FaultKind {
  return {
    name: kind.name,
    motivo: kind.motivo,
    groups: [kind.group],
    weight: kind.weight,
    apply: (cupon, _sale, random) =>
      cupon[field] === undefined
        ? undefined
        : { [field]: String(1 + random.int(10 ** digits - 1)).padStart(digits, '0') },
    density: (seen, clean) => (clean[field] === undefined || seen[field]?.length !== digits ? 0 : 10 ** -digits),
  };
}

const voucherOf = (sale: Sale): CuponField => (isWallet(sale) ? 'wallet_referencia' : 'comprobante');
const describeComprobante = (name: string, weight: number) =>
  ({ name, motivo: 'COMPROBANTE_DISTINTO', group: 'comprobante', weight }) as const;
const describeTarjeta = (name: string, weight: number) =>
  ({ name, motivo: 'TARJETA_DISTINTA', group: 'tarjeta', weight }) as const;
const describeAutorizacion = (name: string, weight: number) =>
  ({ name, motivo: 'AUTORIZACION_DISTINTA', group: 'autorizacion', weight }) as const;
const describeLote = (name: string, weight: number) =>
  ({ name, motivo: 'LOTE_O_TERMINAL_DISTINTO', group: 'terminal', weight }) as const;

/** Establishments that no shop of the generator has, as if the number was typed or configured wrong. */
const FOREIGN: readonly string[] = Array.from({ length: 40 }, (_, i) => String(39_910_000 + i));

const alphabetOf = (text: string): readonly string[] => (/^\d+$/.test(text) ? DIGITS : LETTERS);

export const NUMBER_FAULTS: readonly FaultKind[] = [
  pickAmong(describeComprobante('un dígito', 0.3), voucherOf, (value) => replaceEach(value, DIGITS)),
  pickAmong(describeComprobante('cruzados', 0.2), voucherOf, swapNeighbours),
  pickAmong(describeComprobante('uno de menos', 0.06), voucherOf, dropEach),
  pickAmong(describeComprobante('uno repetido', 0.04), voucherOf, repeatEach),
  pickAmong(describeComprobante('recortado', 0.2), voucherOf, (value, sale) => (isWallet(sale) ? [] : [value.slice(-3), value.slice(-4), value.slice(-5)].filter((cut) => stripZeros(cut).length >= 3))),
  pickNumber(describeComprobante('otro número', 0.2), 'comprobante', 8),
  pickAmong(describeTarjeta('un dígito', 0.34), () => 'tarjeta_nro', (value) => replaceEach(value, DIGITS)),
  pickAmong(describeTarjeta('cruzados', 0.22), () => 'tarjeta_nro', swapNeighbours),
  pickAmong(describeTarjeta('del bin', 0.1), () => 'tarjeta_nro', (_value, { bin }) => (bin === '' ? [] : [bin.slice(0, 4), bin.slice(2, 6)])),
  pickAmong(describeTarjeta('cerrada en falso', 0.1), () => 'tarjeta_nro', () => ['1111', '9999', '1234']),
  pickNumber(describeTarjeta('otra', 0.24), 'tarjeta_nro', 4),
  pickAmong({ name: 'otro local', motivo: 'ESTABLECIMIENTO_DISTINTO', group: 'establecimiento', weight: 1 }, () => 'establecimiento', (value, _sale, { establishments }) => establishments.filter((other) => other !== value)),
  pickAmong({ name: 'local ajeno', motivo: 'COMERCIO_AJENO', group: 'establecimiento', weight: 1 }, () => 'establecimiento', () => FOREIGN),
  pickAmong(describeLote('lote de al lado', 0.45), () => 'lote', (value) => [Number(value) + 1, Number(value) - 1].map((n) => String(n).padStart(4, '0'))),
  pickNumber(describeLote('otro lote', 0.2), 'lote', 4),
  pickAmong(describeLote('otra terminal', 0.35), () => 'terminal', (value, _sale, { terminals }) => terminals.filter((other) => other !== value)),
  pickAmong({ name: 'otras cuotas', motivo: 'CUOTAS_DISTINTAS', group: 'cuotas', weight: 1 }, () => 'cuotas', (value) => ['1', '3', '6', '12'].filter((other) => other !== value)),
  pickAmong(describeAutorizacion('una letra', 0.4), () => 'autorizacion', (value) => replaceEach(value, alphabetOf(value))),
  pickAmong(describeAutorizacion('cruzadas', 0.2), () => 'autorizacion', swapNeighbours),
  pickNumber(describeAutorizacion('otra', 0.4), 'autorizacion', 6),
]; // prettier-ignore

/** Creates a fault in which two fields have changed values. If the coupon has only one of them, its value moves to the other. */
function swap(
  name: string,
  weight: number,
  groups: readonly Group[],
  fields: readonly [CuponField, CuponField],
  valueOf: (sale: Sale) => string,
): FaultKind {
  const [a, b] = fields;
  const change = (cupon: Cupon, sale: Sale): Cupon | undefined => {
    const [first, second] = [cupon[a], cupon[b] ?? valueOf(sale)];
    if (first === undefined || stripZeros(second) === '' || stripZeros(first) === stripZeros(second)) return undefined;
    return cupon[b] === undefined ? { [a]: second } : { [a]: second, [b]: first };
  };
  return {
    name,
    motivo: 'CAMPOS_CAMBIADOS',
    groups,
    weight,
    apply: (cupon, sale) => (isWallet(sale) ? undefined : change(cupon, sale)),
    density(seen, clean, sale) {
      const changed = isWallet(sale) ? undefined : change(clean, sale);
      return changed !== undefined && changed[a] === seen[a] && (changed[b] ?? clean[b]) === seen[b] ? 1 : 0;
    },
  };
}

export const SWAP_FAULTS: readonly FaultKind[] = [
  swap('comprobante y autorización', 0.55, ['comprobante', 'autorizacion'], ['comprobante', 'autorizacion'], (sale) => (sale.card.processor.reports.authorisation ? sale.autorizacion : '')),
  swap('comprobante y lote', 0.3, ['comprobante', 'terminal'], ['comprobante', 'lote'], (sale) => (sale.card.processor.reports.lote ? sale.lote : '')),
  swap('lote y terminal', 0.15, ['terminal'], ['lote', 'terminal'], () => ''),
]; // prettier-ignore
