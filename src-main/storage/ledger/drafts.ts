import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { AUXILIARIES, type AuxiliaryField } from '#domain/cupon.ts';
import { parseCanonicalText, toCanonicalText } from '#domain/cupon.ts';
import { candidateKeysOf } from '#domain/cupones/duplicates.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import type { RowError, RowNotice } from '#domain/finding.ts';
import type { UploadEvent, Marker } from '#domain/upload/types.ts';
import { monotonicFactory } from 'ulid';
import { z } from 'zod';
import { encodeEvent } from './event-codec.ts';
import { addToMultiset, computeDigest, createMultiset, numberOfKey } from './digest.ts';
import { openSentCupones, type FindSentCupon } from './sent-cupones.ts';
import { guardLedger } from '../sqlite/open.ts';
import type {
  ChosenMarker,
  CuponRow,
  EqualUploads,
  LocatedCupon,
  MendedCell,
  RepeatedFile,
  UploadRow,
} from './types.ts';

interface Findings {
  readonly hoja?: string | null;
  readonly errores?: readonly RowError[];
  readonly avisos?: readonly RowNotice[];
}
interface Draft {
  readonly carga: number;
  readonly cupones: number;
  readonly igualdad: Uint8Array;
  readonly auxiliares: string;
}
/** `copy` and `original`: indexes into the files of the draft. */
interface RepeatedRow extends Omit<RepeatedFile, 'copy' | 'original'> {
  readonly copy: number;
  readonly original: number;
}
const usedShape = z.array(z.enum(AUXILIARIES));

/** The drafts of a ledger: files during import, which can still be discarded (docs/architecture.md, "Data on disk"). `random`: from 0 to below 1. */
export function openDrafts(db: Database, clock: Clock, random: () => number) {
  const ulid = monotonicFactory(random);
  const getNow = (): number => Math.trunc(clock.now());
  const search = db.prepare<[string], Draft>(
    'SELECT carga, cupones, igualdad, auxiliares FROM borrador WHERE ulid = ?',
  );
  const insert = db.prepare(
    `INSERT INTO cupon (carga, seq, archivo, hoja, fila, texto, huella, ocurrencia, clave_dia, clave_numero, clave_referencia)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const firstRow = db.prepare<[number], Pick<CuponRow, 'archivo' | 'hoja'>>(
    'SELECT archivo, hoja FROM cupon WHERE carga = ? AND seq = 1',
  );
  const lastEqual = db
    .prepare<[number | null, number, Buffer], number | null>(
      'SELECT max(ocurrencia) FROM cupon INDEXED BY cupon_dia WHERE clave_dia = ? AND carga = ? AND huella = ?',
    )
    .pluck();
  const insertOriginal = db.prepare(
    `INSERT OR REPLACE INTO original (carga, seq, texto, clave_dia, clave_numero, clave_referencia) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const inSheet = db.prepare<[number, number, string | null], Pick<LocatedCupon, 'seq' | 'fila' | 'texto'>>(
    `SELECT c.seq, c.fila, coalesce(o.texto, c.texto) AS texto FROM cupon c LEFT JOIN original o USING (carga, seq)
     WHERE c.carga = ? AND c.archivo = ? AND c.hoja IS ?`,
  );

  const addUp = db.prepare('UPDATE borrador SET cupones = ?, igualdad = ?, auxiliares = ? WHERE carga = ?');
  const same = db.prepare<[number, Uint8Array], { readonly ulid: string; readonly terminada: number }>(
    `SELECT u.ulid AS ulid,
            EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga AND e.kind = 'terminada') AS terminada
     FROM upload u JOIN borrador b ON b.cuenta = u.cuenta
     WHERE b.carga = ? AND u.igualdad = ?
       AND NOT EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga
                       AND (e.kind = 'abandonada' OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%')))
     ORDER BY u.carga DESC`,
  );
  const files = db.prepare<[number], string>('SELECT archivos FROM borrador WHERE carga = ?').pluck();
  const repeated = db.prepare<[{ carga: number }], RepeatedRow>(
    `WITH equal AS MATERIALIZED (
         SELECT archivo, huella, count(*) AS n FROM cupon WHERE carga = @carga GROUP BY archivo, huella
       ), whole AS (SELECT archivo, sum(n) AS n FROM equal GROUP BY archivo)
       SELECT copy.archivo AS copy, original.archivo AS original, copy.n AS de, sum(min(one.n, other.n)) AS iguales
       FROM whole copy
       JOIN whole original ON (copy.n, -copy.archivo) < (original.n, -original.archivo)
       JOIN equal one ON one.archivo = copy.archivo
       JOIN equal other ON other.archivo = original.archivo AND other.huella = one.huella
       GROUP BY copy.archivo, original.archivo
       HAVING iguales * 2 > de
       ORDER BY copy.archivo, iguales DESC, original.archivo`,
  );

  const draftOf = (upload: string): Draft => {
    const found = search.get(upload);
    if (found === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga: upload } });
    return found;
  };
  return {
    createDraft({ cuenta, archivos }: Pick<UploadRow, 'cuenta' | 'archivos'>): string {
      const id = ulid(getNow());
      guardLedger(() =>
        db
          .prepare(
            `INSERT INTO borrador (ulid, cuenta, archivos, creado, cupones, igualdad, auxiliares)
             VALUES (?, ?, ?, ?, 0, ?, '[]')`,
          )
          .run(id, cuenta, JSON.stringify(archivos.map(maskCertainCards)), getNow(), createMultiset()),
      );
      return id;
    },
    /** Appends coupons, in the order of sending, in one transaction. */
    addCupones(upload: string, rows: readonly CuponRow[]): void {
      const write = db.transaction(() => {
        const { carga: n, cupones, igualdad, auxiliares } = draftOf(upload);
        const sum = Uint8Array.from(igualdad);
        const used = new Set(usedShape.parse(JSON.parse(auxiliares)));
        let seq = cupones;
        const first = firstRow.get(n) ?? rows[0];
        for (const { archivo, hoja, fila, texto, ocurrencia, original = null } of rows) {
          const fingerprint = computeDigest(texto);
          const keys = keysOf(texto);
          // The import has counted the equal coupons of the first sheet, which usually has all coupons of the draft, so these need no look-up.
          const isCounted = ocurrencia !== undefined && archivo === first?.archivo && hoja === first.hoja;
          const before = isCounted ? 0 : (lastEqual.get(keys[0], n, fingerprint) ?? 0);
          const turn = isCounted ? ocurrencia : Math.max(ocurrencia ?? 1, before + 1);
          insert.run(n, (seq += 1), archivo, hoja, fila, texto, fingerprint, turn, ...keys);
          if (original !== null && original !== texto) insertOriginal.run(n, seq, original, ...keysOf(original));
          addToMultiset(sum, fingerprint);
          if (texto.includes('"auxiliar_')) recordUsed(used, texto);
        }
        addUp.run(seq, sum, JSON.stringify([...used]), n);
      });
      guardLedger(() => write.immediate());
    },
    /** Stores the original text of coupons in which a rule of the template corrected cells. Skips rows that are no coupons. */
    addMended(
      upload: string,
      { archivo, hoja }: Pick<CuponRow, 'archivo' | 'hoja'>,
      cells: readonly MendedCell[],
    ): void {
      if (cells.length === 0) return;
      const { carga: n } = draftOf(upload);
      const byRow = Map.groupBy(cells, ({ fila }) => fila);
      const write = db.transaction(() => {
        for (const { seq, fila, texto } of inSheet.all(n, archivo, hoja)) {
          const ofRow = byRow.get(fila);
          if (ofRow === undefined) continue;
          const before = Object.fromEntries(ofRow.map(({ campo, antes }) => [campo, antes === '' ? undefined : antes]));
          const original = toCanonicalText({ ...parseCanonicalText(texto), ...before });
          insertOriginal.run(n, seq, original, ...keysOf(original));
        }
      });
      guardLedger(() => write.immediate());
    },
    addFindings(upload: string, file: string, { hoja, errores = [], avisos = [] }: Findings): void {
      const { carga: n } = draftOf(upload);
      const put = db.prepare('INSERT INTO hallazgo (carga, n, tipo, archivo, detalle) VALUES (?, ?, ?, ?, ?)');
      const last = db
        .prepare<[number, string], number>('SELECT coalesce(max(n), 0) FROM hallazgo WHERE carga = ? AND tipo = ?')
        .pluck();
      const inSheet = hoja === undefined ? {} : { hoja };
      const write = db.transaction(() => {
        for (const [type, list] of [['error', errores] as const, ['aviso', avisos] as const]) {
          let i = last.get(n, type) ?? 0;
          for (const each of list)
            put.run(n, (i += 1), type, maskCertainCards(file), JSON.stringify({ ...each, ...inSheet }));
        }
      });
      guardLedger(() => write.immediate());
    },
    discardDraft(upload: string): void {
      const { carga: n } = draftOf(upload);
      const write = db.transaction(() => {
        db.prepare('DELETE FROM hallazgo WHERE carga = ?').run(n);
        db.prepare('DELETE FROM original WHERE carga = ?').run(n);
        db.prepare('DELETE FROM cupon WHERE carga = ?').run(n);
        db.prepare('DELETE FROM borrador WHERE carga = ?').run(n);
      });
      guardLedger(() => write.immediate());
    },
    countCupones: (upload: string): number => draftOf(upload).cupones,
    findEqualTo(upload: string): EqualUploads {
      const { carga: n, igualdad } = draftOf(upload);
      const rows = same.all(n, igualdad);
      return {
        pendiente: rows.find((each) => each.terminada === 0)?.ulid ?? null,
        terminada: rows.find((each) => each.terminada === 1)?.ulid ?? null,
      };
    },
    /** Files of a draft that share more than half of their coupons with another file. The copy is the one with fewer coupons; if equal, the later. */
    listRepeatedFiles(upload: string): readonly RepeatedFile[] {
      const { carga } = draftOf(upload);
      const names = z.array(z.string()).parse(JSON.parse(files.get(carga) ?? '[]'));
      if (names.length < 2) return [];
      // The query lists the original with the most common coupons first, so keep only the first row of each copy.
      const found = new Map<number, RepeatedFile>();
      for (const { copy, original, de, iguales } of repeated.all({ carga })) {
        if (found.has(copy)) continue;
        found.set(copy, { copy: names[copy] ?? '', original: names[original] ?? '', de, iguales });
      }
      return [...found.values()];
    },
    openSent: (isGone: (upload: string) => boolean = () => false): FindSentCupon => openSentCupones(db, isGone),
    /**
     * Freezes a draft: in one commit fixes the field and the nonce of the marker (which `readTexts` adds to the texts) and writes the event `congelada`. From
     * then on the upload's coupons never change. Throws `MARCADOR_OCUPADO` if the requested field has data, `SIN_CUPONES` if there are no coupons.
     */
    freeze(
      upload: string,
      {
        marcador,
        nonce,
        porTanda,
      }: { readonly marcador: ChosenMarker; readonly nonce: string; readonly porTanda?: number },
    ): void {
      const { carga: n, cupones: total, igualdad, auxiliares } = draftOf(upload);
      if (total === 0) throw new AppError('SIN_CUPONES');
      const field = choose(usedShape.parse(JSON.parse(auxiliares)), marcador);
      const chosen: Marker | null = field === null ? null : { campo: field, nonce };
      const event: UploadEvent = {
        kind: 'congelada',
        total,
        marcador: chosen,
        numeros: 'texto',
        ...(porTanda === undefined ? {} : { porTanda }),
      };
      const write = db.transaction(() => {
        db.prepare(
          `INSERT INTO upload (carga, ulid, cuenta, archivos, creado, congelado, total, marcador, nonce, igualdad)
           SELECT carga, ulid, cuenta, archivos, creado, ?, ?, ?, ?, ? FROM borrador WHERE carga = ?`,
        ).run(getNow(), total, field, chosen === null ? null : nonce, igualdad, n);
        db.prepare('DELETE FROM borrador WHERE carga = ?').run(n);
        db.prepare('INSERT INTO event (carga, n, at, kind, detail) VALUES (?, 1, ?, ?, ?)').run(
          n,
          getNow(),
          event.kind,
          encodeEvent(event),
        );
      });
      guardLedger(() => write.immediate());
    },
  };
}

function keysOf(text: string): readonly [dia: number | null, numero: number | null, referencia: number | null] {
  const { dia, numero, referencia } = candidateKeysOf(parseCanonicalText(text));
  const toNumber = (key: string | null): number | null => (key === null ? null : numberOfKey(key));
  return [toNumber(dia), toNumber(numero), toNumber(referencia)];
}

/** Notes which auxiliary fields a canonical text has. Quotes inside values are escaped, so a value is never taken for the name of a field. */
function recordUsed(used: Set<AuxiliaryField>, text: string): void {
  for (const field of AUXILIARIES) if (!used.has(field) && text.includes(`"${field}":`)) used.add(field);
}

/** Chooses the auxiliary field for the marker. A requested field must be empty in every coupon; 'auto' takes the last empty field, or none. */
function choose(used: readonly AuxiliaryField[], marker: ChosenMarker): AuxiliaryField | null {
  if (marker === 'ninguno') return null;
  if (marker === 'auto') return [...AUXILIARIES].reverse().find((field) => !used.includes(field)) ?? null;
  if (used.includes(marker)) throw new AppError('MARCADOR_OCUPADO', { detail: { campo: marker } });
  return marker;
}
