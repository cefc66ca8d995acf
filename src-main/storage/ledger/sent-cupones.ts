import type { Database } from 'better-sqlite3';
import type { Instant } from '#domain/clock.ts';
import { parseCanonicalText, toCanonicalText, type Cupon } from '#domain/cupon.ts';
import { candidateKeysOf, compareWithSent, nameOfSale, type SentAnswer } from '#domain/cupones/duplicates.ts';
import { z } from 'zod';
import { numberOfKey } from './digest.ts';
import type { LocatedCupon } from './types.ts';

export interface SentCupon {
  readonly carga: string;
  readonly seq: number;
  readonly answer: SentAnswer;
  readonly cupon: Cupon;
  /** The file's name as it was given when the coupon was sent, with or without its folder. */
  readonly archivo: string;
  /** Null if all rows of the upload came from one sheet. */
  readonly hoja: string | null;
  readonly fila: number;
  /** When the person decided to send, in ms. */
  readonly at: Instant;
}

/**
 * Finds the sent coupon that a coupon repeats, else the one that it corrects, else resembles (`SentAnswer`), each in the newest upload; null if none exists.
 * `turn`: the coupon's place, from 1, among the sales of its file with the same name (`nameOfSale`): if only one was sent, the second is new. `isNamed`:
 * whether another coupon of the file has the name of a sent coupon, which then is that other coupon and not a correction of this one.
 */
export type FindSentCupon = (
  cupon: Cupon,
  options: { readonly turn: number; readonly isNamed: (sent: Cupon) => boolean },
) => SentCupon | null;

type Found = Required<LocatedCupon> & { readonly carga: number };
const KEYS = ['dia', 'numero', 'referencia'] as const;
/** The most candidates to compare for a key, the newest ones. Many coupons may share a key, such as an amount that is sold all day. */
const MAX_CANDIDATES = 500;
const RANK = { enviado: 0, corrige: 1, parece: 2 } as const;
interface Row {
  readonly ulid: string;
  readonly archivos: string;
  readonly congelado: number;
  readonly abandonada: number;
}

/**
 * Opens the search for coupons that were sent before, over all uploads of a ledger. Leaves out drafts, coupons that an upload left out or the service refused,
 * and uploads for which `isGone` is true (their reconciliation was deleted). Looks up each upload once.
 */
export function openSentCupones(db: Database, isGone: (upload: string) => boolean): FindSentCupon {
  const columns = 'c.carga, c.seq, c.archivo, c.hoja, c.fila, c.texto, c.ocurrencia';
  const anyOriginal = db.prepare('SELECT 1 FROM original LIMIT 1');
  const byKey = new Map(
    KEYS.map((key) => {
      const asSent = db.prepare<[number], Found>(
        `SELECT ${columns}, o.texto AS original FROM cupon c LEFT JOIN original o ON o.carga = c.carga AND o.seq = c.seq
         WHERE c.clave_${key} = ? ORDER BY c.carga DESC, c.seq LIMIT ${String(MAX_CANDIDATES)}`,
      );
      const asWritten = db.prepare<[number], Found>(
        `SELECT ${columns}, o.texto AS original FROM original o JOIN cupon c ON c.carga = o.carga AND c.seq = o.seq
         WHERE o.clave_${key} = ? ORDER BY o.carga DESC, o.seq LIMIT ${String(MAX_CANDIDATES)}`,
      );
      return [key, { asSent, asWritten }] as const;
    }),
  );
  const upload = db.prepare<[number], Row>(
    `SELECT ulid, archivos, congelado, EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga
       AND (e.kind = 'abandonada' OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%'))) AS abandonada
     FROM upload u WHERE u.carga = ?`,
  );
  const otherSheet = db.prepare(
    `SELECT 1 FROM cupon c WHERE c.carga = @carga
       AND c.hoja IS NOT (SELECT hoja FROM cupon WHERE carga = @carga AND seq = 1) LIMIT 1`,
  );
  const anyLeft = db.prepare(
    `SELECT 1 FROM disposicion WHERE carga = ? AND disposicion IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const end = db
    .prepare<[number, number], string>('SELECT disposicion FROM disposicion WHERE carga = ? AND seq = ?')
    .pluck();
  const known = new Map<number, ReturnType<typeof readUpload>>();

  const readUpload = (n: number) => {
    const row = upload.get(n);
    if (row === undefined) return null;
    const { ulid, archivos, congelado, abandonada } = row;
    if (isGone(ulid)) return null;
    return {
      carga: ulid,
      archivos: z.array(z.string()).parse(JSON.parse(archivos)),
      at: congelado,
      /** Whether the upload was abandoned; then only coupons with a disposition of their own count as sent. */
      abandonada: abandonada === 1,
      /** Whether some coupons of the upload were left out or refused; then each coupon has to be checked. */
      conNoEnviados: anyLeft.get(n, JSON.stringify([...NOT_SENT])) !== undefined,
      variasHojas: otherSheet.get({ carga: n }) !== undefined,
    };
  };
  const uploadOf = (n: number): ReturnType<typeof readUpload> => {
    const before = known.get(n);
    if (before !== undefined) return before;
    const read = readUpload(n);
    known.set(n, read);
    return read;
  };

  const wasSent = (n: number, seq: number): ReturnType<typeof readUpload> => {
    const sent = uploadOf(n);
    if (sent === null || !(sent.abandonada || sent.conNoEnviados)) return sent;
    const disposition = end.get(n, seq);
    return (disposition === undefined ? sent.abandonada : NOT_SENT.has(disposition)) ? null : sent;
  };
  const listCandidates = (cupon: Cupon, keys: readonly (typeof KEYS)[number][]): readonly Found[] => {
    const texts = candidateKeysOf(cupon);
    const all = new Map<string, Found>();
    // If no coupon of the ledger was corrected, as in most ledgers, half of the queries can be skipped.
    const hasOriginals = anyOriginal.get() !== undefined;
    for (const key of keys) {
      const [text, statements] = [texts[key], byKey.get(key)];
      if (text === null || statements === undefined) continue;
      const number = numberOfKey(text);
      const found = statements.asSent.all(number);
      if (hasOriginals) found.push(...statements.asWritten.all(number));
      for (const one of found) all.set(`${String(one.carga)} ${String(one.seq)}`, one);
    }
    return [...all.values()];
  };

  return (cupon, { turn, isNamed }) => {
    const name = nameOfSale(cupon);
    const judgeAll = (candidates: readonly Found[]) =>
      candidates.flatMap((one) => {
        const sent = parseCanonicalText(one.texto);
        const answer = judge(cupon, sent, one.original);
        const theirs = nameOfSale(sent);
        if (answer === null || (answer.como !== 'enviado' && theirs !== name && isNamed(sent))) return [];
        const upload = wasSent(one.carga, one.seq);
        return upload === null ? [] : [{ ...one, sent, answer, upload }];
      });
    const named = judgeAll(listCandidates(cupon, ['numero', 'referencia']));
    // Search by day and amount only if no sent coupon was found as the same sale, because many coupons share day and amount.
    const judged = named.some(({ answer }) => answer.como === 'enviado')
      ? named
      : [...named, ...judgeAll(listCandidates(cupon, ['dia']))];
    const [best] = judged.toSorted((a, b) => RANK[a.answer.como] - RANK[b.answer.como]);
    // A repeated sale must have the same turn. Of several candidates, take the newest upload's, then the one with the nearest turn.
    const [chosen] = judged
      .filter(
        ({ answer, ocurrencia }) =>
          answer.como === best?.answer.como && (answer.como !== 'enviado' || ocurrencia === turn),
      )
      .sort(
        (a, b) => b.carga - a.carga || Math.abs(a.ocurrencia - turn) - Math.abs(b.ocurrencia - turn) || a.seq - b.seq,
      );
    if (chosen === undefined) return null;
    const { seq, archivo, hoja, fila, answer, sent, upload } = chosen;
    const place = { archivo: upload.archivos[archivo] ?? '', hoja: upload.variasHojas ? hoja : null, fila };
    return { carga: upload.carga, seq, answer, cupon: sent, ...place, at: upload.at };
  };
}

/** Compares a coupon with a sent one, both as it was sent and as the file had it before a correction. */
function judge(cupon: Cupon, sent: Cupon, original: string | null): SentAnswer | null {
  const answer = compareWithSent(cupon, sent);
  if (original === null || answer?.como === 'enviado') return answer;
  if (toCanonicalText(cupon) === original) return { como: 'enviado' };
  const stood = compareWithSent(cupon, parseCanonicalText(original));
  return stood === null || stood.como === 'corrige' ? answer : stood;
}

const NOT_SENT: ReadonlySet<string> = new Set(['no_enviado', 'rechazado']);
