import { AppError } from '#contract/errors.ts';
import { namesToken } from '#domain/upload/diagnosis.ts';
import { coverCards } from './cover-cards.ts';
import type { HttpAnswer } from './exchange.ts';
import { boundJson } from './json-bounds.ts';
import { maskCardNumbers } from '#domain/cupones/card-text.ts';

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'vacio' | 'html' | 'ilegible' };

/** An integer that a JSON number may not keep exactly: 16 digits or more. Also finds some inside strings, which costs only time. */
const LONG_NUMBER = /[:[,]\s*-?\d{16,}/;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Whether the body has sixteen digits in a row. Fast first check, because it looks only at every sixteenth byte. */
function hasLongRun(body: Buffer): boolean {
  for (let at = 15; at < body.length; at += 16) {
    if (!isDigit(body[at])) continue;
    let from = at;
    let to = at;
    while (isDigit(body[from - 1])) from -= 1;
    while (isDigit(body[to + 1])) to += 1;
    if (to - from >= 15) return true;
  }
  return false;
}

/** Keeps integers too long for a JSON number as text, so that a card number among them is masked whole. */
const keepLongNumbers = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** Undefined when the body is not UTF-8: decoding it anyway would silently replace characters. */
function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function parseBody(text: string, body: Buffer): unknown {
  const hasLong = hasLongRun(body) && LONG_NUMBER.test(text);
  try {
    return hasLong ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Parses JSON and masks its card numbers. `ownIds`: as in `coverCards`. Throws `RESPUESTA_ENORME` for a body too deep or with too many values. */
export function readBody(
  answer: Pick<HttpAnswer, 'body' | 'contentType'>,
  options: { readonly ownIds?: boolean | undefined } = {},
): Body {
  boundJson(answer.body);
  const text = textOf(answer.body);
  if (text === undefined) return { kind: 'ilegible' };
  if (text.trim() === '') return { kind: 'vacio' };
  const value = parseBody(text, answer.body);
  if (value === undefined)
    return { kind: /^\s*</.test(text) || answer.contentType.includes('html') ? 'html' : 'ilegible' };
  return { kind: 'json', value: coverCards(value, options) };
}

/** The detail of an error about this answer: status and the beginning of its text without secrets, never parsed (docs/gaps.md, "error body"). */
export const describeAnswer = (answer: HttpAnswer, redactor: Redactor) => ({
  estado: answer.status,
  respuesta: redactor.clean(answer.body.toString('utf8', 0, 8192)),
});

/** `Retry-After` in milliseconds from now, as seconds or as an HTTP date; null when absent or unreadable. `nowMs` is wall time. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

/** The error of an unsuccessful answer, by its status. The caller decides whether to try again. */
export function toRejection(answer: HttpAnswer, redactor: Redactor): AppError {
  const detail = describeAnswer(answer, redactor);
  const { status } = answer;
  if (status >= 300 && status < 400) return new AppError('REDIRECCION', { detail: { estado: status } });
  if (status >= 500) return new AppError('SERVICIO_FALLA', { detail });
  if (namesToken(status)) return new AppError('TOKEN_RECHAZADO', { detail });
  if (status === 429) return new AppError('DEMASIADOS_PEDIDOS', { detail });
  if (status >= 400) return new AppError('PEDIDO_RECHAZADO', { detail });
  return new AppError('RESPUESTA_INVALIDA', { detail });
}

const MAX_DETAIL = 300;

/** Runs of 13 to 19 digits, with or without spaces or dashes between them. */
const CARD_NUMBER = /\b\d(?:[ -]?\d){12,18}\b/g;

export type Redactor = ReturnType<typeof createRedactor>;

/** Makes texts of the service safe to store: short, without secrets of the account and without card numbers. */
export function createRedactor() {
  const hidden = new Set<string>();
  return {
    /** Hides a secret in each form in which it may appear: plain, base64, URL-encoded, in JSON. Ignores one below four characters. */
    add(secret: string): void {
      if (secret.length < 4) return;
      hidden.add(secret);
      hidden.add(encodeURIComponent(secret));
      hidden.add(new URLSearchParams({ s: secret }).toString().slice(2));
      hidden.add(Buffer.from(secret).toString('base64'));
      hidden.add(JSON.stringify(secret).slice(1, -1));
    },
    /** At most 300 characters, then "…". Removes secrets before this cut, because it could leave a part of a secret. */
    clean(text: string): string {
      let clean = text.slice(0, MAX_DETAIL * 20);
      for (const secret of hidden) clean = clean.replaceAll(secret, '***');
      clean = maskCardNumbers(clean.replace(CARD_NUMBER, '***'))
        .replace(/\p{Cc}+/gu, ' ')
        .trim();
      return clean.length > MAX_DETAIL ? `${clean.slice(0, MAX_DETAIL)}…` : clean;
    },
  };
}
