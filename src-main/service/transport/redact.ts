/** Makes text of the service safe to keep: bounded, without our secrets and without card numbers. */
import { maskCardNumbers } from '#domain/cupones/card-text.ts';

const MAX_DETAIL = 300;

/** Runs of 13 to 19 digits, with or without spaces or dashes between them: card numbers. */
const CARD_NUMBER = /\b\d(?:[ -]?\d){12,18}\b/g;

export type Redactor = ReturnType<typeof createRedactor>;

export function createRedactor() {
  const hidden = new Set<string>();
  return {
    /** Adds a secret; it is hidden in plain form, base64 and URL encoding. */
    add(secret: string): void {
      if (secret.length < 4) return;
      hidden.add(secret);
      hidden.add(encodeURIComponent(secret));
      hidden.add(new URLSearchParams({ s: secret }).toString().slice(2));
      hidden.add(Buffer.from(secret).toString('base64'));
      hidden.add(JSON.stringify(secret).slice(1, -1));
    },
    /** The text without secrets, at most 300 characters. Secrets go before the cut, so that none stays halved. */
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
