/** The lists that are read by windows, one for each view with a source. Only what an answer carries besides its rows needs code here. */
import * as z from 'zod';
import { LIST_NAMES, VIEWS, type ListName, type ListRow } from '#domain/views/index.ts';
import { parseNoHeader } from './list/definition.ts';
import { listOf, type ListView, type Scope } from './list/list-of.ts';
import type { ListReader, MethodDeps } from './list/reader.ts';
import { wireOf } from './list/wire-of.ts';
import { requiredBoolean } from './wire/fields.ts';
import { accept, parserOf, type Parsed } from './wire/mismatch.ts';
import { createRowParser } from './wire/rows.ts';

/** "Not contracted" is not zero rows, and no reason to drop kept rows (docs/gaps.md). */
interface MovimientosHeader {
  readonly contratado: boolean;
}
/** null for a list that carries only rows. */
export type ListHeader = MovimientosHeader | null;

const parseMovimientosHeader = parserOf(z.object({ interbanking: requiredBoolean }));
function parseHeaderOfMovimientos(value: unknown): Parsed<MovimientosHeader> {
  const parsed = parseMovimientosHeader(value);
  if (!parsed.ok) return parsed;
  return accept({ contratado: parsed.value.interbanking });
}
const HEADERS: Readonly<Partial<Record<ListName, (value: unknown) => Parsed<ListHeader>>>> = {
  movimientos: parseHeaderOfMovimientos,
};

export type Lists = { readonly [N in ListName]: ListReader<Scope, ListRow<N>, ListHeader> };

export function createLists(deps: MethodDeps): Lists {
  const made = LIST_NAMES.map((name) => {
    const view: ListView = VIEWS[name];
    return [
      name,
      listOf(view, { row: createRowParser(wireOf(view)), header: HEADERS[name] ?? parseNoHeader }, deps),
    ] as const;
  });
  // Each has the name of its view.
  return Object.fromEntries(made) as Lists;
}
