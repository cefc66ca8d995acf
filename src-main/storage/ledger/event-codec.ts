import { z } from 'zod';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { DECISION_FORMS, type DecisionEvent, type DecisionEntry } from '#domain/decisions/events.ts';
import { parseJson } from '#domain/json.ts';
import { EVENT_FORMS, type UploadEvent } from '#domain/upload/types.ts';
import type { Clock } from '#domain/clock.ts';
import { guardLedger, guard, isDamaged, versionOf } from '../sqlite/open.ts';

const stamp = z.looseObject({ kind: z.string(), v: z.number().int().min(1) });

const createNewerEventError = (kind: string, v: number): AppError =>
  new AppError('CARGA_MAS_NUEVA', { detail: { evento: kind, version: v } });

/** Encodes the events of a table as JSON texts and decodes them. Each kind may have several versions of its form. */
function createCodec<E extends { readonly kind: string }>(
  table: string,
  all: Readonly<Record<string, readonly z.ZodType<E>[]>>,
) {
  const toDamagedError = (cause: unknown): AppError =>
    new AppError('LIBRO_DANADO', { cause, detail: { tabla: table } });
  const forms = new Map(Object.entries(all));
  const formsOf = (kind: string): readonly z.ZodType<E>[] => forms.get(kind) ?? [];
  const readForm = (kind: string, v: number, event: unknown) => formsOf(kind)[v - 1]?.safeParse(event);
  return {
    knowsForm: (kind: string, v: number): boolean => v <= formsOf(kind).length,
    encode(entry: E): string {
      const v = formsOf(entry.kind).length;
      const text = JSON.stringify({ ...entry, v });
      // An event that could not be read back is a bug: throw before it is written.
      const read = readForm(entry.kind, v, JSON.parse(JSON.stringify(entry)));
      if (read?.success !== true) throw new Error(`${entry.kind} would not be read back`, { cause: read?.error });
      return text;
    },
    /** Decodes an event of this or an earlier version of the program. Throws `CARGA_MAS_NUEVA`, `LIBRO_DANADO`. */
    decode(detail: string): E {
      const stamped = stamp.safeParse(parseJson(detail));
      if (!stamped.success) throw toDamagedError(stamped.error);
      const { v, ...event } = stamped.data;
      const { kind } = event;
      if (v > formsOf(kind).length) throw createNewerEventError(kind, v);
      const read = readForm(kind, v, event);
      if (read?.success !== true) throw toDamagedError(read?.error);
      return read.data;
    },
  };
}

const EVENTS = createCodec<UploadEvent>('event', EVENT_FORMS);
export const { encode: encodeEvent, decode: decodeEvent } = EVENTS;

const DECISIONS = createCodec<DecisionEvent>('decision', DECISION_FORMS);
export const { encode: encodeDecision, decode: decodeDecision } = DECISIONS;

const CODECS = [
  ['event', EVENTS],
  ['decision', DECISIONS],
] as const;

type Row = Omit<DecisionEntry, 'decision'> & { readonly detail: string };

/** What people decided about coupons. Decisions are only added, never changed or deleted. */
export function openDecisions(db: Database.Database, clock: Clock) {
  const all = db.prepare<[], Row>('SELECT n, at, quien, detail FROM decision ORDER BY n');
  const count = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM decision').pluck();
  const insert = db.prepare('INSERT INTO decision (at, quien, kind, detail) VALUES (?, ?, ?, ?)');
  const write = db.transaction((who: string, decisions: readonly DecisionEvent[]): readonly number[] =>
    decisions.map((decision) =>
      Number(insert.run(Math.trunc(clock.now()), who, decision.kind, encodeDecision(decision)).lastInsertRowid),
    ),
  );
  /** Cache of the decisions. It is complete if the highest number in the table has not changed, because decisions are only added. */
  const read: DecisionEntry[] = [];
  return {
    readDecisions: (): readonly DecisionEntry[] => {
      if (guardLedger(() => count.get()) !== (read.at(-1)?.n ?? 0)) {
        read.length = 0;
        for (const { detail, ...stamp } of guardLedger(() => all.all()))
          read.push({ ...stamp, decision: decodeDecision(detail) });
      }
      return [...read];
    },
    /** Stores decisions durably (one commit, full sync) and returns their numbers. `who`: the person who decides. */
    decide: (who: string, decisions: readonly DecisionEvent[]): readonly number[] =>
      guardLedger(() => write.immediate(who, decisions)),
  };
}

/** What a ledger contains: how many uploads and events (including decisions), and when the last event was written (ms; null for none). */
export const contentForm = z.object({
  cargas: z.number(),
  eventos: z.number(),
  hasta: z.number().nullable(),
});
export type LedgerContent = z.infer<typeof contentForm>;

/** SQL: the newest form of each kind of event in a table. Parses JSON only if the text does not end in version 1, because there may be many events. */
const writeNewestForms = (table: 'event' | 'decision'): string => `SELECT kind, max(CASE
    WHEN substr(detail, -6) = '"v":1}' THEN 1
    WHEN json_valid(detail) AND json_type(detail, '$.v') = 'integer' THEN detail ->> '$.v'
    ELSE 1 END) AS v FROM ${table} GROUP BY kind`;
const newest = z.object({ kind: z.string(), v: z.number() });

/** Throws `CARGA_MAS_NUEVA` for an event of a newer version, before anything is written: a send that this version does not know may be under way (I2). */
function refuseNewerEvents(db: Database.Database): void {
  for (const [table, { knowsForm }] of CODECS) {
    const rows = db.prepare(writeNewestForms(table)).all();
    for (const { kind, v } of rows.map((row) => newest.parse(row)))
      if (!knowsForm(kind, v)) throw createNewerEventError(kind, v);
  }
}

/** Decodes and counts all events and decisions of a ledger. Throws `CARGA_MAS_NUEVA`, `LIBRO_DANADO`. */
export function decodeAll(db: Database.Database): LedgerContent {
  refuseNewerEvents(db);
  for (const [table, { decode }] of CODECS) {
    for (const detail of db.prepare<[], unknown>(`SELECT detail FROM ${table}`).pluck().iterate()) {
      if (typeof detail !== 'string') throw new AppError('LIBRO_DANADO', { detail: { tabla: table } });
      decode(detail);
    }
  }
  return countContent(db);
}

const countContent = (db: Database.Database): LedgerContent =>
  contentForm.parse(
    db
      .prepare(
        `SELECT (SELECT count(*) FROM upload) AS cargas, (SELECT max(at) FROM event) AS hasta,
                (SELECT count(*) FROM event) + (SELECT count(*) FROM decision) AS eventos`,
      )
      .get(),
  );

/** Counts what the ledger at a path contains; undefined if the file is missing, has no tables or is damaged. */
export function readContent(path: string): LedgerContent | undefined {
  if (!existsSync(path)) return undefined;
  let db: Database.Database | undefined;
  try {
    db = guard(() => new Database(path, { readonly: true, fileMustExist: true }), path);
    return versionOf(db) === 0 ? undefined : countContent(db);
  } catch (error) {
    if (isDamaged(error) || (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR')) return undefined;
    throw error;
  } finally {
    db?.close();
  }
}
