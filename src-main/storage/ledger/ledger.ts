import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { AUXILIARIES } from '#domain/cupon.ts';
import { parseMoney, sumCentavos, type Money } from '#domain/money.ts';
import { markText, type LearnedFacts, type UploadEvent } from '#domain/upload/index.ts';
import { z } from 'zod';
import { rowNoticeField, rowErrorField, parseText, readText } from '../fields.ts';
import { openDecisions } from './decisions.ts';
import { openDrafts } from './drafts.ts';
import { searchCupones } from './search.ts';
import { decodeEvent, encodeEvent } from './event-codec.ts';
import { readCounts, setDispositions, countDistinct, readReportPage } from './dispositions.ts';
import { openReading } from './reading.ts';
import { findOwnership } from './membership.ts';
import { openLocator, readCuponRow } from './locator.ts';
import { guard } from './sqlite-error.ts';
import type { Ledger, UploadRow } from './types.ts';

const uploadRow = z.object({
  carga: z.number(),
  ulid: z.string(),
  cuenta: z.string(),
  archivos: z.string(),
  congelado: z.number(),
  total: z.number(),
  marcador: z.enum(AUXILIARIES).nullable(),
  nonce: z.string().nullable(),
  terminada: z.number(),
});
const texts = z.array(z.string());
const detalle = z.object({ detail: z.string() });
const datedRow = z.object({ at: z.number(), detail: z.string() });
const finding = z.object({ n: z.number(), archivo: z.string(), detalle: z.string() });
/** A finding as it is kept, with the sheet of its file. */
const inSheet = { hoja: z.string().nullable().exactOptional() };
const keptError = rowErrorField.extend(inSheet);
const keptAviso = rowNoticeField.extend(inSheet);
const learnedShape = z.object({
  lista: z.boolean().nullable(),
  filas: z.boolean().nullable(),
  numeros: z.enum(['texto', 'numero']).nullable(),
  tamano: z.number().nullable(),
});
const UPLOAD = `SELECT u.carga, u.ulid, u.cuenta, u.archivos, u.congelado, u.total, u.marcador, u.nonce,
  EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga AND (e.kind IN ('terminada', 'abandonada')
          OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%'))) AS terminada
  FROM upload u`;
const PAGE_SIZE = 500;
/** The facts of a server of which nothing was learnt yet. */
const NOT_LEARNT: LearnedFacts = { lista: null, filas: null, numeros: null, tamano: null };

/** The error for a finding that a newer version of the program wrote. */
const unknownFinding = (cause: unknown): AppError =>
  new AppError('CARGA_MAS_NUEVA', { cause, detail: { tabla: 'hallazgo' } });

/** Reads a canonical amount, which is a plain decimal. Anything else in the ledger is damage. */
function centavosOf(importe: string): Money {
  const centavos = parseMoney(importe, 'sin-miles');
  if (centavos === undefined) throw new AppError('LIBRO_DANADO', { detail: { importe } });
  return centavos;
}

interface InternalUpload extends UploadRow {
  readonly n: number;
}

function aUpload(each: unknown): InternalUpload {
  const fila = uploadRow.parse(each);
  return {
    n: fila.carga,
    carga: fila.ulid,
    cuenta: fila.cuenta,
    archivos: texts.parse(JSON.parse(fila.archivos)),
    congelado: fila.congelado,
    total: fila.total,
    marcador: fila.marcador === null || fila.nonce === null ? null : { campo: fila.marcador, nonce: fila.nonce },
    terminada: fila.terminada === 1,
  };
}

/**
 * The repository over an open ledger, its schema already ours. Statements are prepared once. `random` gives numbers in [0, 1) and is only
 * used for the names of uploads.
 */
export function createLedger(db: Database, { clock, random }: { clock: Clock; random: () => number }): Ledger {
  const byUlid = db.prepare(`${UPLOAD} WHERE u.ulid = ?`);
  const all = db.prepare(`${UPLOAD} WHERE @cuenta IS NULL OR u.cuenta = @cuenta ORDER BY u.carga DESC`);
  const events = db.prepare('SELECT detail FROM event WHERE carga = ? ORDER BY n');
  const history = db.prepare('SELECT at, detail FROM event WHERE carga = ? ORDER BY n');
  const importes = db
    .prepare<[number, number, number, string], string>(
      `SELECT json_extract(texto, '$.importe') FROM cupon
       WHERE carga = ? AND seq BETWEEN ? AND ? AND seq NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const ultimo = db.prepare('SELECT at, detail FROM event WHERE carga = ? ORDER BY n DESC LIMIT 1');
  const add = db.prepare(
    'INSERT INTO event (carga, n, at, kind, detail) SELECT @carga, coalesce(max(n), 0) + 1, @at, @kind, @detail FROM event WHERE carga = @carga',
  );
  const tanda = db.prepare('SELECT hash FROM batch WHERE carga = ? AND generacion = ? AND n = ?');
  const putTanda = db.prepare('INSERT INTO batch (carga, generacion, n, desde, hasta, hash) VALUES (?, ?, ?, ?, ?, ?)');
  const readTexts = db
    .prepare<[number, number, number], string>(
      'SELECT texto FROM cupon WHERE carga = ? AND seq BETWEEN ? AND ? ORDER BY seq',
    )
    .pluck();
  const findings = db.prepare(
    'SELECT n, archivo, detalle FROM hallazgo WHERE carga = ? AND tipo = ? AND n > ? ORDER BY n LIMIT ?',
  );
  const uploadById = db.prepare(
    `SELECT u.ulid AS ulid FROM upload u JOIN event e ON e.carga = u.carga
     WHERE u.cuenta = @cuenta AND ((e.kind = 'aplicado' AND json_extract(e.detail, '$.id') = @id)
       OR (e.kind = 'decidida' AND json_extract(e.detail, '$.clave') = 'adoptar:' || @id))
     ORDER BY u.carga DESC LIMIT 1`,
  );
  const learnedFacts = db
    .prepare<[string], string>('SELECT detalle FROM aprendido WHERE cuenta = ? ORDER BY n DESC LIMIT 1')
    .pluck();
  const cache = new Map<string, InternalUpload>();

  const requireUpload = (carga: string): InternalUpload => {
    const previous = cache.get(carga);
    if (previous !== undefined) return previous;
    const fila = byUlid.get(carga);
    if (fila === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    const upload = aUpload(fila);
    cache.set(carga, upload);
    return upload;
  };
  const recordOne = (n: number, event: UploadEvent): void => {
    add.run({ carga: n, at: Math.trunc(clock.now()), kind: event.kind, detail: encodeEvent(event) });
    if (event.kind !== 'intento') return;
    const { generacion, n: numero, desde, hasta, hash } = event.envio;
    const earlier = tanda.get(n, generacion, numero);
    if (earlier === undefined) putTanda.run(n, generacion, numero, desde, hasta, hash);
    else if (z.object({ hash: z.string() }).parse(earlier).hash !== hash) {
      throw new Error(`Batch ${String(numero)} of ${String(n)} would change its bytes (I4)`);
    }
  };
  const note = db.transaction((n: number, list: readonly UploadEvent[]) => {
    for (const event of list) recordOne(n, event);
  });
  function* findingsOf(carga: string, tipo: 'error' | 'aviso'): Generator<{ archivo: string; detalle: string }> {
    const { n } = requireUpload(carga);
    for (let despues = 0; ;) {
      const page = findings.all(n, tipo, despues, PAGE_SIZE).map((each) => finding.parse(each));
      yield* page;
      const fin = page.at(-1);
      if (fin === undefined) return;
      despues = fin.n;
    }
  }

  return {
    ...openDrafts(db, clock, random),
    ...openDecisions(db, clock),
    upload: (carga) => {
      const fila = byUlid.get(carga);
      return fila === undefined ? undefined : aUpload(fila);
    },
    uploads: (cuenta) => all.all({ cuenta: cuenta ?? null }).map(aUpload),
    readEvents: (carga) => events.all(requireUpload(carga).n).map((each) => decodeEvent(detalle.parse(each).detail)),
    readHistory: (carga) =>
      history.all(requireUpload(carga).n).map((each) => {
        const { at, detail } = datedRow.parse(each);
        return { at, evento: decodeEvent(detail) };
      }),
    importe: (carga, desde, hasta, except) => {
      const { n } = requireUpload(carga);
      return sumCentavos(importes.all(n, desde, hasta, JSON.stringify(except)).map(centavosOf));
    },
    getLastEvent: (carga) => {
      const fila = ultimo.get(requireUpload(carga).n);
      if (fila === undefined) return undefined;
      const { at, detail } = datedRow.parse(fila);
      return { kind: decodeEvent(detail).kind, at };
    },
    note: (carga, list) => {
      const { n } = requireUpload(carga);
      guard(() => {
        note.immediate(n, list);
      });
    },
    readTexts: (carga, desde, hasta, except) => {
      const { n, marcador } = requireUpload(carga);
      const leftOut = new Set(except);
      const all = readTexts.all(n, desde, hasta);
      const texts: string[] = [];
      // Numbers have no gaps, so a coupon's number is its place.
      for (let i = 0; i < all.length; i += 1) {
        const texto = all[i];
        if (texto === undefined || leftOut.has(desde + i)) continue;
        texts.push(marcador === null ? texto : markText(texto, marcador, desde + i));
      }
      return texts;
    },
    openReading: (carga, rejected) => {
      const { n, total, marcador } = requireUpload(carga);
      return openReading({
        db,
        n,
        total,
        marcador,
        rejected,
        setDispositions: (seen, stretches) => {
          setDispositions(db, { n, total, seen, stretches });
        },
      });
    },
    findOwnership: (carga, filas, seq) => {
      const { n, marcador } = requireUpload(carga);
      return findOwnership({ db, n, marcador, filas, seq });
    },
    disposeWithoutReading: (carga, stretches) => {
      const { n, total } = requireUpload(carga);
      setDispositions(db, { n, total, seen: null, stretches });
    },
    readCounts: (carga) => readCounts(db, requireUpload(carga).n),
    countDistinct: (cargas) =>
      countDistinct(
        db,
        cargas.map((carga) => requireUpload(carga).n),
      ),
    readReportPage: (carga, dispositions, despues, limite) => {
      const { n, archivos } = requireUpload(carga);
      return readReportPage(db, { n, archivos, dispositions, despues, limite });
    },
    *readErrors(carga) {
      for (const each of findingsOf(carga, 'error')) {
        yield { ...parseText(keptError, each.detalle, unknownFinding), archivo: each.archivo };
      }
    },
    *readNotices(carga) {
      for (const each of findingsOf(carga, 'aviso')) {
        yield { ...parseText(keptAviso, each.detalle, unknownFinding), archivo: each.archivo };
      }
    },
    cupon: (carga, seq) => readCuponRow(db, requireUpload(carga).n, seq),
    searchCupones: (cuenta, parts) => searchCupones({ db, uploads: all.all({ cuenta }).map(aUpload), parts }),
    uploadOf: (cuenta, id) => {
      const fila = uploadById.get({ cuenta, id });
      return fila === undefined ? null : z.object({ ulid: z.string() }).parse(fila).ulid;
    },
    openLocator: (carga) => {
      const { n, total, marcador } = requireUpload(carga);
      return openLocator({ db, n, total, marcador });
    },
    readLearned: (cuenta) => {
      const fila = learnedFacts.get(cuenta);
      // Facts that this version does not understand are learnt again.
      return fila === undefined ? NOT_LEARNT : (readText(learnedShape, fila) ?? NOT_LEARNT);
    },
    learn: (cuenta, learned: LearnedFacts) => {
      guard(() =>
        db.prepare('INSERT INTO aprendido (cuenta, detalle) VALUES (?, ?)').run(cuenta, JSON.stringify(learned)),
      );
    },
    // A ledger in memory has no copies, and no file to restore; `openLedger` replaces these functions.
    getRestoration: () => null,
    markRestorationReviewed: () => undefined,
    makeDailyCopy: () => Promise.resolve(),
    close: () => {
      db.close();
    },
  };
}
