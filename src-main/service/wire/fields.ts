/**
 * The field parsers that wire schemas are made of (TRAPS.md, "Values"). Each takes the JSON value as it came and gives the
 * domain value or an issue: a value in an unstated form makes its row go to the quarantine, it is never coerced.
 */
import * as z from 'zod';
import { parseDmyDate, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { parseFechaHora, parseFechaSuelta } from '#domain/fecha-hora.ts';
import type { Texto, Vinculo } from '#domain/fila.ts';
import { FORMAS, type Forma } from '#domain/forma.ts';
import { parseMoney, type Money, type MoneyForm } from '#domain/money.ts';

/**
 * A schema from a function that answers undefined for what it does not accept. `read` is that function, for the one row that is read a hundred
 * thousand times over and has no use for a list of issues.
 */
function field<T>(forma: Forma, read: (value: unknown) => T | undefined) {
  const schema = z.transform((value: unknown, context): T => {
    const parsed = read(value);
    if (parsed !== undefined) return parsed;
    context.issues.push({ code: 'custom', message: FORMAS[forma], input: value });
    return z.NEVER;
  });
  return Object.assign(schema, { what: FORMAS[forma], read });
}

/** Composed, as the domain compares texts. Nearly all are plain ASCII, which is so already and for which the call costs more than looking. */
function composed(text: string): string {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return text.normalize('NFC');
  return text;
}

/** Text, or an integer that JSON carries exactly: "almost every scalar is a JSON string" admits both, and neither is a guess. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return composed(value);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** How JSON would write a number, without exponents: what it was written with, but for zeros that say nothing. */
function written(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  const text = String(value);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}

const isNothing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

/** Wraps a parser of text so that absent, null and empty are null. */
const orNull =
  <T>(parse: (text: string) => T | undefined) =>
  (value: unknown): T | null | undefined => {
    if (isNothing(value)) return null;
    return typeof value === 'string' ? parse(value) : undefined;
  };

const onText =
  <T>(parse: (text: string) => T | undefined) =>
  (value: unknown): T | undefined =>
    typeof value === 'string' ? parse(value) : undefined;

/** The identifier of the record itself: never empty. */
export const identificador = field('identificador', (value): string | undefined => toText(value) || undefined);

/** The identifier of another record; empty, null and "0" are null. */
export const vinculo = field('vinculo', (value): Vinculo | undefined => {
  if (isNothing(value)) return null;
  const text = toText(value);
  return text === '0' ? null : text;
});

/** Text that may be absent or null; a number as it would be written (a rate of 45.5). */
export const texto = field('texto', (value): Texto | undefined =>
  value === null || value === undefined ? null : (toText(value) ?? written(value)),
);

/** Text that must say something: a code, a state. */
export const codigo = field('codigo', (value): string | undefined => toText(value) || undefined);

/** Text of an echoed coupon, trimmed; JSON numbers as they would be written; null when absent or empty. */
export const eco = field('texto_o_numero', (value): string | null | undefined => {
  if (isNothing(value)) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'string' ? composed(value).trim() || null : undefined;
});

function toCount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.0{1,2})?$/.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** A count, as a number or as text (TRAPS.md: `total`), with or without the thousands commas that some methods write, or the decimals of a whole amount ("250.00"): it can mean nothing else. */
export const cuenta = field('cuenta', toCount);

export const cuentaOpcional = field('cuenta_o_nada', (value): number | null | undefined =>
  isNothing(value) ? null : toCount(value),
);

/**
 * An amount as text, or as a JSON number of at most two decimals: read from its digits, never by arithmetic. Up to 13 of them before the point and 2
 * after, which is as far as an amount goes, a number holds every one.
 */
const money =
  (form: MoneyForm) =>
  (value: unknown): Money | undefined => {
    const text = typeof value === 'string' ? value : written(value);
    return text === undefined ? undefined : parseMoney(text, form);
  };
const plainMoney = money('sin-miles');

/** "1234.5": no thousands separator. */
export const montoSinMiles = field('importe_sin_miles', plainMoney);

const commaMoney = money('con-miles');
/** "1,234.56": calendar, settlement totals and tax totals. Null and empty are null, what a database adds up of nothing; an answer without the field at all is another answer. */
export const montoConMilesONulo = field('importe_con_miles_o_nulo', (value): Money | null | undefined =>
  value === null || value === '' ? null : commaMoney(value),
);

/**
 * An amount that may not be reported: absent, null and empty are null, never zero. So are the parts and totals of a settlement or of its taxes
 * (a part that does not apply, a sum of nothing); an operation, a movement and a rejection are their amount, and are not to be had without it.
 */
export const montoOpcional = field('importe_sin_miles_o_nada', (value): Money | null | undefined =>
  isNothing(value) ? null : plainMoney(value),
);

/** What some databases write for a date that is not there. */
const SIN_FECHA = /^(?:0000-00-00|00\/00\/0000)(?:[ T]00:00:00)?$/;
const oSinFecha =
  <T>(parse: (text: string) => T | undefined) =>
  (text: string): T | null | undefined =>
    parse(text) ?? (SIN_FECHA.test(text) ? null : undefined);

/** A day written by a column that holds times: the beginning of that day. Any other time may be of another day where the service is. */
const COMIENZO = /^(.{10})[ T]00:00:00(?:\.0+)?$/;
const oSuComienzo =
  (parse: (text: string) => CivilDate | undefined) =>
  (text: string): CivilDate | undefined =>
    parse(text) ?? parse(COMIENZO.exec(text)?.[1] ?? '');
const diaIso = oSuComienzo(parseIsoDate);
const diaDmy = oSuComienzo(parseDmyDate);
export const fechaIso = field('fecha_iso', onText(diaIso));
export const fechaIsoOpcional = field('fecha_iso_o_nada', orNull(oSinFecha(diaIso)));
/** DD/MM/YYYY in settlements and tax records, ISO elsewhere; written ISO, which the description says of all others, it can be no other day. */
export const fechaDmy = field(
  'fecha_dmy',
  onText((text) => diaDmy(text) ?? diaIso(text)),
);
/** A T between day and time, and a fraction, which is dropped. With a zone the moment may be of another day than the service filters it by. */
const CON_T = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?$/;
/** With or without a reported time. */
export const fechaHora = field(
  'fecha_hora',
  onText((text) => parseFechaHora(text) ?? parseFechaHora(text.replace(CON_T, '$1 $2'))),
);
/** Fields whose form is not stated: ISO or DD/MM/YYYY, with or without time. */
export const fechaSueltaOpcional = field('fecha_suelta_o_nada', orNull(oSinFecha(parseFechaSuelta)));

const ESCRITOS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
/** Written as text or as 1 and 0 it can mean nothing else; the results of a reconciliation have it as `'true'` and `'false'`. */
function comoBooleano(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' || typeof value === 'number' ? ESCRITOS.get(String(value).toLowerCase()) : undefined;
}

/** A boolean, or null: a third state where there is no bank-account feed. */
export const booleanoONulo = field('booleano_o_nulo', (value): boolean | null | undefined =>
  value === null || value === undefined ? null : comoBooleano(value),
);

export const booleano = field('booleano', comoBooleano);
