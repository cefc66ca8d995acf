import type { Database } from 'better-sqlite3';
import type { Clock } from '#domain/clock.ts';
import type { DecisionEntry, DecisionEvent } from '#domain/decisions/events.ts';
import { decodeDecision, encodeDecision } from './event-codec.ts';
import { guard } from './sqlite-error.ts';

type Row = Omit<DecisionEntry, 'decision'> & { readonly detail: string };

/** What a person decided about coupons: append-only. */
export function openDecisions(db: Database, clock: Clock) {
  const all = db.prepare<[], Row>('SELECT n, at, quien, detail FROM decision ORDER BY n');
  const count = db.prepare<[], number>('SELECT coalesce(max(n), 0) FROM decision').pluck();
  const insert = db.prepare('INSERT INTO decision (at, quien, kind, detail) VALUES (?, ?, ?, ?)');
  const write = db.transaction((who: string, decisions: readonly DecisionEvent[]): readonly number[] =>
    decisions.map((decision) =>
      Number(insert.run(Math.trunc(clock.now()), who, decision.kind, encodeDecision(decision)).lastInsertRowid),
    ),
  );
  /** Rows are only ever added: they are read again, all of them, only when the highest number changed. */
  const read: DecisionEntry[] = [];
  return {
    /** All decisions, in the order in which they were written. */
    readDecisions: (): readonly DecisionEntry[] => {
      if (guard(() => count.get()) !== (read.at(-1)?.n ?? 0)) {
        read.length = 0;
        for (const { detail, ...stamp } of guard(() => all.all()))
          read.push({ ...stamp, decision: decodeDecision(detail) });
      }
      return [...read];
    },
    /** Makes decisions durable, in one commit with FULL sync; answers their numbers. `who`: the person who takes them. */
    decide: (who: string, decisions: readonly DecisionEvent[]): readonly number[] =>
      guard(() => write.immediate(who, decisions)),
  };
}
