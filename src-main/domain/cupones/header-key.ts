import { foldMarks } from '../fold-text.ts';
import { FIELDS_IN_ORDER, rulesOf, type CuponField } from './fields.ts';

const IGNORED = new Set(
  'de del la las el los al a en y o the of in ars pesos peso dd mm aaaa aa yyyy yy hh ss formato enmascarado enmascarada masked'.split(
    ' ',
  ),
);

/** Words that alone mean a name and with "nro" a number: "Tarjeta" is a brand, "Nro. Tarjeta" a number. */
const OFTEN_A_NAME = new Set(['tarjeta', 'comercio', 'banco', 'marca']);

/** The spellings of a word in one line; the first spelling replaces the others. */
const WORDS: ReadonlyMap<string, string> = new Map(
  `nro numero num no n nr nros numeros number nmero
cod codigo code cdo codigos cdigo cd
ult ltimos ltimo ultimos ultimas ultimo ultima last terminacion terminacin terminada termina final finales
4 cuatro four iv
6 seis six
primeros primeras primero first inicio
digitos dgitos dgito digito dig digits digit cifras numeros
aut autorizacion autoriz autor auth authorization autorizacin authorisation approval aprobacion
fecha fec fch date dia
venta vta ventas sale sales vent
importe imp impte monto amount importes valor mto
cuotas ctas installments installment instalments instalment cuot cuo
comprobante comp comprob cbte cpte cpbte comprob compte cpr
cupon cupn cup cupones coupon voucher slip
ticket tickets
establecimiento est estab establec establecimientos establishment
comercio com merchant comerc store stores
terminal term tid pos posnet lapos terminales
lote lot batch lotes
tarjeta tarj card tj tjta tarjetas plastico
banco bco bank bancos
emisor emisora issuer issuing emis
referencia ref reference refer referencias
extra adicional
con c
presentacion presentacin pres present presentation presentado cierre
pago payment acreditacion cobro acredit pay
wallet billetera bill
tipo type
operacion operacin op oper operation operaciones transaccion transaction trx tx txn trans transac movimiento mov
auxiliar aux auxiliary
marca brand
descripcion descripcin desc descrip description nombre name denominacion
id identificador identifier
bruto gross
total totales`
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...others] = line.split(' ');
      return others.map((spelling): [string, string] => [spelling, word]);
    }),
);

/** What is left of an accented letter that a program broke ("CupÃ³n", "Cup?n"). Without that letter, the word is one of the shortened spellings above. */
const LOST_LETTER = /\u00c3[^\0-\x7f]|\u00c2(?=[^\0-\x7f])|\ufffd|\?(?=\p{L})|(?<=\p{L})\?/gu;

/** Lower case, without accents, with a single space for each run of punctuation; º, ° and # become "nro". */
export const toPlainHeader = (text: string): string =>
  foldMarks(text.replace(LOST_LETTER, ''))
    .replace(/[\u00ba\u00b0#]/g, ' nro ')
    .replace(/\s*4to\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a header that carry meaning, sorted: "Nro. de Comprobante", "COMPROBANTE Nº" and "NroComprobante" have the same key. */
export function keyOfHeader(text: string): string {
  const words = toPlainHeader(text.replace(LOST_LETTER, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/(\d)([a-z])|([a-z])(\d)/g, '$1$3 $2$4')
    .split(' ')
    .filter((word) => word !== '' && !IGNORED.has(word))
    .map((word, _index, all) => (word === 'f' && all.length > 1 ? 'fecha' : (WORDS.get(word) ?? word)))
    .filter((word, index, all) => all.indexOf(word) === index);
  // "nro" stays only alone, or beside a word that means a name without it.
  const keepsNro = words.length === 1 || words.some((word) => OFTEN_A_NAME.has(word));
  return (keepsNro ? words : words.filter((word) => word !== 'nro')).sort().join(' ');
}

/** The letters of a column: 0 gives A, 25 Z, 26 AA. */
export function toColumnLetter(index: number): string {
  let letters = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  return letters;
}

/** The column of one to three letters, up to XFD; undefined for any other text. */
export function parseColumnLetter(letters: string): number | undefined {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return undefined;
  let n = 0;
  for (const letter of letters.toUpperCase()) n = n * 26 + letter.charCodeAt(0) - 64;
  return n <= 16_384 ? n - 1 : undefined;
}

/** How surely a header names a field. `exacto`: the API's name. `debil`: a name that the values of the column may contradict. */
export type Strength = 'exacto' | 'seguro' | 'fuerte' | 'medio' | 'debil';

interface NameCandidato {
  readonly campo: CuponField;
  readonly strength: Strength;
}

const CURRENCY_ALONE = /^(?:ar)?\$$|^ars$|^(?:en )?pesos(?: \(?\$\)?)?$/;
const CURRENCY_NAMES: readonly NameCandidato[] = [{ campo: 'importe', strength: 'debil' }];

/** A header without its spaces, to recognise titles that are written so: "fechaventa", "NROCUPON". */
const runTogether = (text: string): string => toPlainHeader(text).replaceAll(' ', '');
/** The least length of a title written without spaces; a shorter title may be anything. */
const RUN_TOGETHER_LENGTH = 8;

const STRENGTHS = ['seguro', 'fuerte', 'medio', 'debil'] as const;

/** Gives the fields that a header may name, in wire order. */
export type Dictionary = (header: string) => readonly NameCandidato[];

/** Builds the dictionary. Call it once: importing this module builds nothing. */
export function createDictionary(): Dictionary {
  const byKey = new Map<string, NameCandidato[]>();
  const exact = new Map<string, NameCandidato[]>();
  const joined = new Map<string, string>();
  for (const field of FIELDS_IN_ORDER) {
    exact.set(field, [{ campo: field, strength: 'exacto' }]);
    for (const strength of STRENGTHS) {
      for (const synonym of rulesOf(field).headers[strength]?.split(/,\s+/) ?? []) {
        const key = keyOfHeader(synonym);
        if (runTogether(synonym).length >= RUN_TOGETHER_LENGTH) joined.set(runTogether(synonym), key);
        const known = byKey.get(key) ?? [];
        if (!known.some((candidate) => candidate.campo === field))
          byKey.set(key, [...known, { campo: field, strength }]);
      }
    }
  }
  return (header) => {
    const named = exact.get(header.trim().toLowerCase());
    if (named !== undefined) return named;
    if (CURRENCY_ALONE.test(header.trim().toLowerCase())) return CURRENCY_NAMES;
    // Looks up the header without words that repeat or add nothing too, as in "BIN (6 primeros)" and "Últimos 4 (nro. de tarjeta)".
    const key = keyOfHeader(header);
    const shorter = [
      key,
      key.replace(/\bnro /, ''),
      keyOfHeader(header.replace(/\(.*?\)|\[.*?\]/g, ' ')),
      joined.get(runTogether(header)) ?? '',
    ];
    for (const tried of shorter) {
      const found = tried === '' ? undefined : byKey.get(tried);
      if (found !== undefined) return found;
    }
    return [];
  };
}
