import { AppError } from '#contract/errors.ts';
import type { UploadEvent } from '#domain/upload/index.ts';
import { z } from 'zod';
import { parseText } from '../fields.ts';
import { EVENT_FORMS } from './event-forms.ts';

/** What every event says of itself. One without a version is of the first ledgers, which wrote none: version 1. */
const stamp = z.looseObject({ kind: z.string(), v: z.number().int().min(1).default(1) });

const isKind = (kind: string): kind is UploadEvent['kind'] => Object.hasOwn(EVENT_FORMS, kind);
/** True when this version reads events of that kind in that form. */
export const knowsForm = (kind: string, v: number): kind is UploadEvent['kind'] =>
  isKind(kind) && v <= EVENT_FORMS[kind].length;

export const newerEvent = (kind: string, v: number): AppError =>
  new AppError('CARGA_MAS_NUEVA', { detail: { evento: kind, version: v } });

const damaged = (cause: unknown): AppError => new AppError('LIBRO_DANADO', { cause, detail: { tabla: 'event' } });

const readForm = (kind: UploadEvent['kind'], v: number, event: unknown) => EVENT_FORMS[kind][v - 1]?.safeParse(event);

/** The text of an event for the table, with the version of its form. */
export function encodeEvent(entry: UploadEvent): string {
  const v = EVENT_FORMS[entry.kind].length;
  const text = JSON.stringify({ ...entry, v });
  // What could not be read back is a fault of the program, and is not written.
  const read = readForm(entry.kind, v, JSON.parse(JSON.stringify(entry)));
  if (read?.success !== true) throw new Error(`${entry.kind} would not be read back`, { cause: read?.error });
  return text;
}

/** An event as it was written, by this version of the program or an earlier one. Throws `CARGA_MAS_NUEVA`, `LIBRO_DANADO`. */
export function decodeEvent(detail: string): UploadEvent {
  const { v, ...event } = parseText(stamp, detail, damaged);
  const { kind } = event;
  if (!knowsForm(kind, v)) throw newerEvent(kind, v);
  const read = readForm(kind, v, event);
  if (read?.success !== true) throw damaged(read?.error);
  return read.data;
}
