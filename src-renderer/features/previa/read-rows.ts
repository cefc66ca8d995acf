/** Reads the rows of a forecast page by page, for the changes of many rows at once. */
import type { ExplainedCupon, PreviewDocument } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { ReviewCorrected } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import type { OneReview } from '../review/rows.svelte.ts';

export type Asked = Omit<MethodInput<'explicaciones.previa'>, 'cuenta' | 'idioma' | 'revision' | 'archivos'>;
type Ask = (asked: Asked) => Promise<PreviewDocument>;

interface Sources {
  readonly api: Pick<Api, 'call'>;
  readonly ask: Ask;
  readonly open: OneReview;
}

/** Rows with new values, the earlier corrections of these rows, and how many rows that could be fixed are left out of the fix of all. */
export interface RowsToUse {
  readonly rows: readonly ExplainedCupon[];
  readonly corrected: ReviewCorrected['valores'];
  readonly leftOut: number;
}

const PAGE_SIZE = 500;

/** Of the first `most` rows of a cause or, for undefined, of no cause: the rows that a fix of all would change. Throws when the core refuses. */
export async function listRowsToUse(
  { ask, api, open }: Sources,
  cause: number | undefined,
  most: number,
): Promise<RowsToUse> {
  const filter: Asked = cause === undefined ? { solo: 'sin_causa' } : { causa: cause };
  const cupones: ExplainedCupon[] = [];
  for (let total = most; cupones.length < Math.min(most, total);) {
    const page = await ask({ ...filter, desde: cupones.length, limite: PAGE_SIZE });
    total = page.cupones.length === 0 ? 0 : page.total;
    cupones.push(...page.cupones);
  }
  const fixable = cupones.filter(
    ({ arreglo, certeza }) => arreglo !== undefined && (cause !== undefined || certeza === 'muy_probable'),
  );
  const rows = fixable.filter(({ aparte }) => aparte !== true);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const corrected: ReviewCorrected['valores'][number][] = [];
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    const filas = ids.slice(from, from + PAGE_SIZE);
    corrected.push(...(await api.call('revision.corregidos', { ...open, filas })).valores);
  }
  return { rows, corrected, leftOut: fixable.length - rows.length };
}

/** The ids of all rows of a cause; undefined when a page is no longer of the same forecast (`isSame`). Throws when the core refuses. */
export async function listIdsOfCause(
  ask: Ask,
  cause: number,
  isSame: (page: PreviewDocument) => boolean,
): Promise<readonly number[] | undefined> {
  const ids: number[] = [];
  let rows = 1;
  for (let from = 0; from < rows; from += PAGE_SIZE) {
    const page = await ask({ causa: cause, desde: from, limite: PAGE_SIZE });
    if (!isSame(page)) return undefined;
    ids.push(...page.cupones.flatMap(({ id }) => id ?? []));
    rows = page.total;
  }
  return ids;
}
