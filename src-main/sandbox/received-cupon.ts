import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER, CUPON_CAMPOS, type CuponField } from '#domain/cupon.ts';
import { canonicalize, formatShortDecimal, leerImporte } from './format.ts';
import { Refusal } from './parameters.ts';
import type { Switches } from './switches.ts';

/** A coupon as it came: its fields with a value, as text. */
export type RawCupon = Readonly<Partial<Record<CuponField, string>>>;

/** The values of a coupon for matching: day number, centavos, and numbers without leading zeros. */
export interface ReadCupon {
  readonly dia: number;
  readonly importe: number;
  readonly comprobante: string;
  readonly tarjetaNro: string;
  readonly lote: string;
  readonly terminal: string;
  readonly establecimiento: string;
  readonly autorizacion: string;
  readonly walletReferencia: string;
}

/** Takes the known fields of one element of `datos`. 400 when it is no object, or has text where `numeros=numero` wants a number. */
export function takeCupon(datum: unknown, rasgos: Switches): RawCupon {
  if (typeof datum !== 'object' || datum === null || Array.isArray(datum)) throw new Refusal(400, 'Cupón inválido');
  const cupon: Partial<Record<CuponField, string>> = {};
  for (const campo of FIELDS_IN_ORDER) {
    const valor: unknown = Reflect.get(datum, campo);
    if (valor === undefined || valor === null || valor === '') continue;
    if (typeof valor === 'number') cupon[campo] = String(valor);
    else if (typeof valor !== 'string') throw new Refusal(400, `Valor inválido en ${campo}`);
    else if (rasgos.numeros === 'numero' && CUPON_CAMPOS[campo].tipo === 'numero') {
      throw new Refusal(400, `${campo} tiene que ser un número`);
    } else cupon[campo] = valor;
  }
  return cupon;
}

/** Reads a coupon for matching. Undefined when it breaks a rule of the table "Coupon (uploaded)"; then it counts as an error. */
export function leerCupon(crudo: RawCupon): ReadCupon | undefined {
  const fecha = parseIsoDate(crudo.fecha_venta?.trim().slice(0, 10) ?? '');
  const importe = leerImporte(crudo.importe ?? '');
  if (fecha === undefined || importe === undefined || exceedsLength(crudo)) return undefined;
  const conWallet = crudo.wallet_referencia !== undefined || crudo.wallet_tipo_operacion !== undefined;
  const completo = conWallet
    ? crudo.wallet_referencia !== undefined && crudo.wallet_tipo_operacion !== undefined
    : crudo.comprobante !== undefined && crudo.tarjeta_nro !== undefined;
  if (!completo || !isNumeric(crudo.comprobante) || !isNumeric(crudo.tarjeta_nro)) return undefined;
  const canonicalText = (campo: CuponField): string => canonicalize(crudo[campo] ?? '');
  return {
    dia: toDayNumber(fecha),
    importe,
    comprobante: canonicalText('comprobante'),
    tarjetaNro: canonicalText('tarjeta_nro'),
    lote: canonicalText('lote'),
    terminal: canonicalText('terminal'),
    establecimiento: canonicalText('establecimiento'),
    autorizacion: canonicalText('autorizacion'),
    walletReferencia: canonicalText('wallet_referencia'),
  };
}

const isNumeric = (texto: string | undefined): boolean => texto === undefined || /^\d+(?:\.\d+)?$/.test(texto.trim());

function exceedsLength(crudo: RawCupon): boolean {
  for (const campo of FIELDS_IN_ORDER) {
    const { largo } = CUPON_CAMPOS[campo];
    const valor = crudo[campo];
    if (largo !== null && valor !== undefined && valor.length > largo && [...valor].length > largo) return true;
  }
  return false;
}

/** The key that equal coupons share for the switch `existentes`: every field, or the fields that identify a sale. */
export function getExistingKey(crudo: RawCupon, leido: ReadCupon, rasgos: Switches): string {
  if (rasgos.existentes === 'exacto') {
    let clave = '';
    for (const campo of FIELDS_IN_ORDER) clave += `${crudo[campo]?.trim() ?? ''}\u0000`;
    return clave;
  }
  return [leido.dia, leido.importe, leido.comprobante, leido.tarjetaNro, leido.walletReferencia].join('|');
}

/** The names of HTML entities for the marks of letters, by the mark. */
const MARKS: Readonly<Record<string, string>> = {
  '\u0301': 'acute',
  '\u0303': 'tilde',
  '\u0308': 'uml',
  '\u0300': 'grave',
  '\u0302': 'circ',
  '\u0327': 'cedil',
};
const withEntities = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .normalize('NFD')
    .replace(/([a-z])(\p{M})/giu, (pair: string, letter: string, mark: string) => {
      const name = MARKS[mark];
      return name === undefined ? pair : `&${letter}${name};`;
    })
    .normalize('NFC');

/** A text as it comes back from a service that changes characters outside of ASCII. */
function changeText(text: string, eco: 'entidades' | 'sin_acentos' | 'signos'): string {
  switch (eco) {
    case 'entidades':
      return withEntities(text);
    case 'sin_acentos':
      return text.normalize('NFD').replace(/\p{M}/gu, '');
    case 'signos':
      return text.normalize('NFC').replace(/[\u0080-\u{10ffff}]/gu, '?');
  }
}

/** A field as the result gives it back. */
export function ecoDe(campo: CuponField, crudo: RawCupon, rasgos: Switches): string | null {
  const valor = crudo[campo];
  if (valor === undefined) return campo === 'bco_emisor' ? null : '';
  if (rasgos.eco === 'igual') return valor;
  const { tipo } = CUPON_CAMPOS[campo];
  if (rasgos.eco !== 'normalizado') return tipo === 'texto' ? changeText(valor, rasgos.eco) : valor;
  if (tipo === 'fecha') return valor.trim();
  if (tipo !== 'importe') return tipo === 'texto' ? valor.trim().toUpperCase() : canonicalize(valor);
  const centavos = leerImporte(valor);
  if (centavos === undefined) return valor.trim();
  return centavos % 10 === 0 ? formatShortDecimal(centavos).replace(/(\.\d)0$/, '$1') : formatShortDecimal(centavos);
}
