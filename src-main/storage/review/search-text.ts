import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';

const MARKS = /\p{M}/gu;
const OTHER_THAN_ASCII = /[^\u0000-\u007f]/;

/** Text as searches compare it: lower case, no accents. */
export const foldForSearch = (text: string): string =>
  (OTHER_THAN_ASCII.test(text) ? text.normalize('NFD').replace(MARKS, '') : text).toLowerCase();

/** Goes between values, so that no match spans two of them. */
const GAP = ' \n';

/** An amount as people write it, with and without thousands separators. */
function amountsOf(importe: string): string {
  const [whole = '', cents] = importe.split('.');
  return cents === undefined ? importe : `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents} ${whole},${cents}`;
}

/** Dates and amounts as people write them, so that what is seen can be searched. */
function seen(campo: CuponField, valor: string): string {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(valor);
  if (date !== null) return `${date[3] ?? ''}/${date[2] ?? ''}/${date[1] ?? ''}`;
  return campo === 'importe' ? amountsOf(valor) : valor;
}

/** The values of a row as one text to search in. */
export function searchable(valores: Readonly<Partial<Record<CuponField, string>>>): string {
  const parts = FIELDS_IN_ORDER.flatMap((campo) => {
    const valor = valores[campo];
    return valor === undefined ? [] : [seen(campo, valor)];
  });
  return foldForSearch(parts.join(GAP));
}

/** Where a value begins in a canonical text. A quote inside a value is escaped, so a value cannot match. */
const KEYS = /(?:\{|",)"[a-z_1-5]+":"/g;
const AMOUNT = /"importe":"([^"]*)"/;
const DATES = /\n(\d{4})-(\d\d)-(\d\d)(?= \n|$)/g;

/** As `searchable`, from the canonical text of a coupon, without parsing it: over half a million rows that matters. */
export function searchableCoupon(texto: string): string {
  const importe = AMOUNT.exec(texto)?.[1] ?? '';
  const values = texto.slice(0, -2).replace(KEYS, GAP).replace(DATES, '\n$3/$2/$1');
  return foldForSearch(`${values}${GAP}${amountsOf(importe)}`);
}
