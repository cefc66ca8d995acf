import { AppError } from '#contract/errors.ts';
import type { DecisionEvent } from '#domain/decisions/events.ts';
import type { UploadEvent } from '#domain/upload/types.ts';
import { z } from 'zod';
import { parseText } from '../fields.ts';
import { DECISION_FORMS } from './decision-forms.ts';
import { EVENT_FORMS } from './event-forms.ts';

/** The stamp of every event. */
const stamp = z.looseObject({ kind: z.string(), v: z.number().int().min(1) });

/** Encodes and decodes the events of a table as texts, each with the version of its form. */
interface Codec<E> {
  /** True when this version of the program reads events of that kind in that form. */
  knowsForm(kind: string, v: number): boolean;
  encode(entry: E): string;
  /** Reads an event that this version of the program or an earlier one wrote. Throws `CARGA_MAS_NUEVA`, `LIBRO_DANADO`. */
  decode(detail: string): E;
}

export const createNewerEventError = (kind: string, v: number): AppError =>
  new AppError('CARGA_MAS_NUEVA', { detail: { evento: kind, version: v } });

function createCodec<E extends { readonly kind: string }>(
  table: string,
  all: Readonly<Record<string, readonly z.ZodType<E>[]>>,
): Codec<E> {
  const toDamagedError = (cause: unknown): AppError =>
    new AppError('LIBRO_DANADO', { cause, detail: { tabla: table } });
  const forms = new Map(Object.entries(all));
  const formsOf = (kind: string): readonly z.ZodType<E>[] => forms.get(kind) ?? [];
  const readForm = (kind: string, v: number, event: unknown) => formsOf(kind)[v - 1]?.safeParse(event);
  return {
    knowsForm: (kind, v) => v <= formsOf(kind).length,
    encode(entry) {
      const v = formsOf(entry.kind).length;
      const text = JSON.stringify({ ...entry, v });
      // An event that could not be read back is a bug, and is not written.
      const read = readForm(entry.kind, v, JSON.parse(JSON.stringify(entry)));
      if (read?.success !== true) throw new Error(`${entry.kind} would not be read back`, { cause: read?.error });
      return text;
    },
    decode(detail) {
      const { v, ...event } = parseText(stamp, detail, toDamagedError);
      const { kind } = event;
      if (v > formsOf(kind).length) throw createNewerEventError(kind, v);
      const read = readForm(kind, v, event);
      if (read?.success !== true) throw toDamagedError(read?.error);
      return read.data;
    },
  };
}

const EVENTS = createCodec<UploadEvent>('event', EVENT_FORMS);
export const { encode: encodeEvent, decode: decodeEvent, knowsForm } = EVENTS;

const DECISIONS = createCodec<DecisionEvent>('decision', DECISION_FORMS);
export const { encode: encodeDecision, decode: decodeDecision, knowsForm: knowsDecision } = DECISIONS;
