import { VIEWS } from '#domain/views/index.ts';
import type { Comercio } from '#domain/views/comercios.ts';
import { listAnswer, parseNoHeader } from '../list/definition.ts';
import type { MethodDeps } from '../list/reader.ts';
import { settle, type SingleRows } from '../list/single.ts';
import { wireOf } from '../list/wire-of.ts';
import { MAX_COMERCIOS, MAX_WHOLE_BYTES, createTooLargeError } from '../transport/json-bounds.ts';
import { parseRows, createRowParser } from '../wire/rows.ts';

export interface ReadComercios extends SingleRows<Comercio> {
  /** How many the service says there are; more than the rows that came only when two answers said so. */
  readonly total: number;
}

const parseAnswer = listAnswer('comercios', parseNoHeader);
function parse(value: unknown): ReturnType<typeof parseAnswer> {
  const answer = parseAnswer(value);
  if (answer.ok && answer.value.rows.length > MAX_COMERCIOS) throw createTooLargeError('filas', MAX_COMERCIOS);
  return answer;
}

/** `GET /v1/comercios`: no parameters, no pages. */
export function createComercios({ consult, quarantine }: MethodDeps) {
  const method = 'comercios';
  const spec = { metodo: method, path: 'v1/comercios', params: [], maxBytes: MAX_WHOLE_BYTES, parse };
  const parseRow = createRowParser(wireOf(VIEWS.comercios));
  return async (signal: AbortSignal): Promise<ReadComercios> => {
    let answer = await consult(spec, signal);
    if (answer.total > answer.rows.length) answer = await consult(spec, signal);
    return {
      ...settle<Comercio>({ metodo: method }, parseRows(answer.rows, parseRow), quarantine),
      total: answer.total,
    };
  };
}
