import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { ROW_ERROR_CODES, ROW_NOTICE_CODES, type InFile, type RowError, type RowNotice } from '#domain/finding.ts';
import type { Statement } from '#domain/texts/statements.ts';
import { AUXILIARIES } from '#domain/cupon.ts';
import { parseMoney, sumCentavos, type Money } from '#domain/money.ts';
import { markText } from '#domain/upload/body.ts';
import type { DatedEvent } from '#domain/upload/tandas.ts';
import type { LearnedFacts, Ownership, UploadEvent } from '#domain/upload/types.ts';
import { parseJson } from '#domain/json.ts';
import { z } from 'zod';
import { guardLedger, readInPages } from '../sqlite/open.ts';
import { openDecisions, decodeEvent, encodeEvent } from './event-codec.ts';
import { openDrafts } from './drafts.ts';
import { openDispositions, searchCupones } from './dispositions.ts';
import { openReading, type OpenReading } from './reading.ts';
import { findOwnership, openLocator } from './locator.ts';
import type { FoundCupon, LocatedCupon, UploadRow } from './types.ts';

interface StoredUpload extends Pick<UploadRow, 'cuenta' | 'congelado' | 'total'> {
  readonly n: number;
  readonly carga: string;
  readonly archivos: string;
  readonly marcador: string | null;
  readonly nonce: string | null;
  readonly terminada: number;
}
interface StoredEvent {
  readonly at: number;
  readonly detail: string;
}
interface Finding {
  readonly n: number;
  readonly archivo: string;
  readonly detalle: string;
}
const auxiliary = z.enum(AUXILIARIES);
const texts = z.array(z.string());
const learnedShape = z.object({
  lista: z.boolean().nullable(),
  numeros: z.enum(['texto', 'numero']).nullable(),
  tamano: z.number().nullable(),
});
const UPLOAD = `SELECT u.carga AS n, u.ulid AS carga, u.cuenta, u.archivos, u.congelado, u.total, u.marcador, u.nonce,
  EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga AND (e.kind IN ('terminada', 'abandonada')
          OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%'))) AS terminada
  FROM upload u`;
const PAGE_SIZE = 500;
const FINDING_CODES: ReadonlySet<string> = new Set([...ROW_ERROR_CODES, ...ROW_NOTICE_CODES]);
const NOT_LEARNT: LearnedFacts = { lista: null, numeros: null, tamano: null };

/** Parses an amount of a canonical text, which is a plain decimal. Throws `LIBRO_DANADO` for any other text. */
function centavosOf(importe: string): Money {
  const centavos = parseMoney(importe, 'sin-miles');
  if (centavos === undefined) throw new AppError('LIBRO_DANADO', { detail: { importe } });
  return centavos;
}

const parseEvent = ({ at, detail }: StoredEvent): DatedEvent => ({ at, evento: decodeEvent(detail) });

const parseUpload = ({ archivos, marcador, nonce, terminada, ...row }: StoredUpload) => ({
  ...row,
  archivos: texts.parse(JSON.parse(archivos)),
  marcador: marcador === null || nonce === null ? null : { campo: auxiliary.parse(marcador), nonce },
  terminada: terminada === 1,
});
type InternalUpload = ReturnType<typeof parseUpload>;

/** The uploads and decisions of an account. Sent uploads and decisions never change. */
export type Ledger = ReturnType<typeof createLedger>;

/** The repository of an open ledger. `random` gives numbers from 0 up to, not including, 1, and is used only for the names of uploads. */
export function createLedger(db: Database, { clock, random }: { clock: Clock; random: () => number }) {
  const byUlid = db.prepare<[string], StoredUpload>(`${UPLOAD} WHERE u.ulid = ?`);
  const all = db.prepare<[{ cuenta: string | null }], StoredUpload>(
    `${UPLOAD} WHERE @cuenta IS NULL OR u.cuenta = @cuenta ORDER BY u.carga DESC`,
  );
  const history = db.prepare<[number], StoredEvent>('SELECT at, detail FROM event WHERE carga = ? ORDER BY n');
  const importes = db
    .prepare<[number, number, number, string], string>(
      `SELECT json_extract(texto, '$.importe') FROM cupon
       WHERE carga = ? AND seq BETWEEN ? AND ? AND seq NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const last = db.prepare<[number], StoredEvent>(
    'SELECT at, detail FROM event WHERE carga = ? ORDER BY n DESC LIMIT 1',
  );
  const add = db.prepare(
    'INSERT INTO event (carga, n, at, kind, detail) SELECT @carga, coalesce(max(n), 0) + 1, @at, @kind, @detail FROM event WHERE carga = @carga',
  );
  const tanda = db
    .prepare<[number, number, number], string>('SELECT hash FROM batch WHERE carga = ? AND generacion = ? AND n = ?')
    .pluck();
  const putTanda = db.prepare('INSERT INTO batch (carga, generacion, n, desde, hasta, hash) VALUES (?, ?, ?, ?, ?, ?)');
  const readTexts = db
    .prepare<[number, number, number], string>(
      'SELECT texto FROM cupon WHERE carga = ? AND seq BETWEEN ? AND ? ORDER BY seq',
    )
    .pluck();
  const findings = db.prepare<[number, string, number, number], Finding>(
    'SELECT n, archivo, detalle FROM hallazgo WHERE carga = ? AND tipo = ? AND n > ? ORDER BY n LIMIT ?',
  );
  const uploadById = db
    .prepare<[{ cuenta: string; id: string }], string>(
      `SELECT u.ulid FROM upload u JOIN event e ON e.carga = u.carga
       WHERE u.cuenta = @cuenta AND ((e.kind = 'aplicado' AND json_extract(e.detail, '$.id') = @id)
         OR (e.kind = 'decidida' AND json_extract(e.detail, '$.clave') = 'adoptar:' || @id))
       ORDER BY u.carga DESC LIMIT 1`,
    )
    .pluck();
  const learnedFacts = db
    .prepare<[string], string>('SELECT detalle FROM aprendido WHERE cuenta = ? ORDER BY n DESC LIMIT 1')
    .pluck();
  const deletions = db.prepare<[], { readonly conciliacion: string; readonly cuando: number }>(
    'SELECT conciliacion, max(cuando) AS cuando FROM borrada GROUP BY conciliacion',
  );
  /** Cache of uploads, which do not change: reading an upload with 3,000 events takes a millisecond, and a page looks up an upload for each coupon. */
  const frozen = new Map<string, Omit<InternalUpload, 'terminada'>>();
  const requireUpload = (uploadId: string): Omit<InternalUpload, 'terminada'> => {
    const previous = frozen.get(uploadId);
    if (previous !== undefined) return previous;
    const row = byUlid.get(uploadId);
    if (row === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga: uploadId } });
    const upload = parseUpload(row);
    frozen.set(uploadId, upload);
    return upload;
  };
  const readHistory = (upload: string): readonly DatedEvent[] => history.all(requireUpload(upload).n).map(parseEvent);
  const note = db.transaction((n: number, list: readonly UploadEvent[]) => {
    for (const event of list) {
      add.run({ carga: n, at: Math.trunc(clock.now()), kind: event.kind, detail: encodeEvent(event) });
      if (event.kind !== 'intento') continue;
      const { generacion, n: number, desde, hasta, hash } = event.envio;
      const earlier = tanda.get(n, generacion, number);
      if (earlier === undefined) putTanda.run(n, generacion, number, desde, hasta, hash);
      else if (earlier !== hash) throw new Error(`Batch ${String(number)} of ${String(n)} would change its bytes (I4)`);
    }
  });
  /** Yields the findings of one type. Throws `CARGA_MAS_NUEVA` for a finding that a newer version of the program wrote. */
  function* readFindings<T extends RowError | RowNotice>(
    upload: string,
    type: 'error' | 'aviso',
  ): Generator<InFile<T>> {
    const { n } = requireUpload(upload);
    const readAfter = (after: number) => findings.all(n, type, after, PAGE_SIZE);
    for (const page of readInPages(PAGE_SIZE, readAfter, (row) => row.n))
      for (const { archivo, detalle } of page) {
        const finding: InFile<T> = { ...JSON.parse(detalle), archivo };
        if (!FINDING_CODES.has(finding.codigo))
          throw new AppError('CARGA_MAS_NUEVA', { detail: { tabla: 'hallazgo' } });
        yield finding;
      }
  }

  return {
    ...openDrafts(db, clock, random),
    ...openDecisions(db, clock),
    ...openDispositions(db, requireUpload),
    upload: (upload: string): UploadRow | undefined => {
      const row = byUlid.get(upload);
      return row === undefined ? undefined : parseUpload(row);
    },
    uploads: (account?: string): readonly UploadRow[] => all.all({ cuenta: account ?? null }).map(parseUpload),
    readEvents: (upload: string): readonly UploadEvent[] => readHistory(upload).map(({ evento }) => evento),
    readHistory,
    /** The sum of the amounts of a range of coupons, in centavos, without those in `except`. */
    importe: (upload: string, from: number, to: number, except: readonly number[]): bigint => {
      const { n } = requireUpload(upload);
      return sumCentavos(importes.all(n, from, to, JSON.stringify(except)).map(centavosOf));
    },
    getLastEvent: (upload: string): { readonly kind: UploadEvent['kind']; readonly at: Instant } | undefined => {
      const row = last.get(requireUpload(upload).n);
      if (row === undefined) return undefined;
      const { at, evento } = parseEvent(row);
      return { kind: evento.kind, at };
    },
    /** Stores events durably: one commit, full sync. */
    note: (upload: string, list: readonly UploadEvent[]): void => {
      const { n } = requireUpload(upload);
      guardLedger(() => note.immediate(n, list));
    },
    /** The texts to send of a range of coupons, with their markers, in order, without those in `except`. */
    readTexts: (upload: string, from: number, to: number, except: readonly number[]): readonly string[] => {
      const { n, marcador } = requireUpload(upload);
      const leftOut = new Set(except);
      const all = readTexts.all(n, from, to);
      const texts: string[] = [];
      // Coupons are numbered without gaps, so a coupon's number follows from its place.
      for (let i = 0; i < all.length; i += 1) {
        const text = all[i];
        if (text === undefined || leftOut.has(from + i)) continue;
        texts.push(marcador === null ? text : markText(text, marcador, from + i));
      }
      return texts;
    },
    /** Opens the comparison of a result with this upload. `rejected`: coupons that the service refused when sent alone, or that a person left out. */
    openReading: (upload: string, rejected: readonly number[]): OpenReading =>
      openReading({ db, ...requireUpload(upload), rejected }),
    /** Counts which rows are of this upload. Compares rows without a marker with the coupon `seq`, or with all coupons of the upload if `seq` is null. */
    findOwnership: (upload: string, rows: readonly ResultCupon[], seq: number | null): Omit<Ownership, 'existe'> =>
      findOwnership({ db, ...requireUpload(upload), filas: rows, seq }),
    readErrors: (upload: string): Iterable<InFile<RowError>> => readFindings<RowError>(upload, 'error'),
    readNotices: (upload: string): Iterable<InFile<RowNotice>> => readFindings<RowNotice>(upload, 'aviso'),
    /** Finds coupons of an account's uploads, newest upload first, whose text contains all parts of one of the lists. */
    searchCupones: (account: string, parts: readonly (readonly string[])[]): Iterable<readonly FoundCupon[]> =>
      searchCupones({ db, uploads: all.all({ cuenta: account }).map(parseUpload), parts }),
    /** The upload of an account that made this reconciliation; the newest if the service used the id twice. */
    uploadOf: (account: string, id: string): string | null => uploadById.get({ cuenta: account, id }) ?? null,
    /** Opens a search for the coupon behind each row of a result (`conciliaciones resultado`): by marker, else by content (which finds a coupon once). */
    openLocator: (upload: string): ((row: ResultCupon) => LocatedCupon | undefined) =>
      openLocator({ db, ...requireUpload(upload) }),
    noteDeletion: (id: string, when: Instant): void => {
      guardLedger(() =>
        db.prepare('INSERT INTO borrada (conciliacion, cuando) VALUES (?, ?)').run(id, Math.trunc(when)),
      );
    },
    /** When this PC last deleted each reconciliation, by id; the service may have used the id again since. */
    readDeletions: (): ReadonlyMap<string, Instant> =>
      new Map(deletions.all().map(({ conciliacion, cuando }) => [conciliacion, cuando])),
    readLearned: (account: string): LearnedFacts => {
      const row = learnedFacts.get(account);
      // Facts that this version cannot read count as not learnt.
      return (row === undefined ? undefined : learnedShape.safeParse(parseJson(row)).data) ?? NOT_LEARNT;
    },
    learn: (account: string, learned: LearnedFacts): void => {
      guardLedger(() =>
        db.prepare('INSERT INTO aprendido (cuenta, detalle) VALUES (?, ?)').run(account, JSON.stringify(learned)),
      );
    },
    // The members below are defaults for a ledger in memory or for reading; `openLedger` replaces them.
    /** Not null while a restored ledger has not been compared with the service. `hasta`: when its last event was written. */
    getRestoration: (): { readonly hasta: Instant | null } | null => null,
    /** Notes that the restored ledger was compared with the service and the person informed, so that this does not happen again. */
    markRestorationReviewed: (_notice: string, _said?: Statement): void => undefined,
    makeDailyCopy: (): Promise<void> => Promise.resolve(),
    close: () => void db.close(),
  };
}
