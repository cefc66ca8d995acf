import type { Database } from 'better-sqlite3';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import type { RowGroup } from './types.ts';

type Problem = readonly [fila: number, clase: 'error' | 'aviso', codigo: string, campo: string | null];
type Equal = readonly [id: number, how: 'duplica' | 'enviado' | 'corrige' | 'parece'];
const CODE_OF = {
  duplica: 'POSIBLE_DUPLICADO',
  enviado: 'YA_ENVIADO',
  corrige: 'CORRIGE_ENVIADO',
  parece: 'PARECE_ENVIADO',
} as const;

/** The place of a problem among its kind: problems of the whole row first, then fields in the order in which they are sent. */
const placeOf = ({ problema }: RowGroup): number =>
  problema === null ? Infinity : FIELDS_IN_ORDER.findIndex((field) => field === problema.campo);

/** Errors first, then notices, then rows without problems. */
const weightOf = ({ problema }: RowGroup): number => (problema === null ? 2 : problema.clase === 'aviso' ? 1 : 0);

/**
 * Groups rows by their first problem: errors before notices, problems of a cell before those that come from equal rows, then the order in which a row
 * lists its own. Groups are ordered by kind, field and code, and not by size, so that they stay in place while rows are corrected.
 */
export function openByProblem(db: Database): (ids: readonly number[]) => readonly RowGroup[] {
  const problems = db
    .prepare<[], Problem>("SELECT fila, clase, codigo, campo FROM problema ORDER BY fila, clase = 'error' DESC, n")
    .raw();
  const equals = db
    .prepare<[], Equal>(
      `SELECT id, CASE WHEN duplica_a IS NOT NULL THEN 'duplica' ELSE enviado ->> 0 END FROM fila
       WHERE duplica_a IS NOT NULL OR enviado IS NOT NULL`,
    )
    .raw();
  return (ids) => {
    const kinds = new Map<string, { problema: RowGroup['problema']; filas: number[] }>();
    const kindOf = (problem: RowGroup['problema']) => {
      const key = problem === null ? '' : `${problem.clase} ${problem.codigo} ${problem.campo ?? ''}`;
      const known = kinds.get(key) ?? { problema: problem, filas: [] };
      kinds.set(key, known);
      return known;
    };
    const first = new Map<number, ReturnType<typeof kindOf>>();
    for (const [item, kind, code, field] of problems.iterate()) {
      if (!first.has(item)) first.set(item, kindOf({ clase: kind, codigo: code, campo: field }));
    }
    for (const [item, here] of equals.iterate()) {
      if (!first.has(item)) first.set(item, kindOf({ clase: 'aviso', codigo: CODE_OF[here], campo: null }));
    }
    const none = kindOf(null);
    for (const id of ids) (first.get(id) ?? none).filas.push(id);
    return [...kinds.values()]
      .filter(({ filas }) => filas.length > 0)
      .sort(
        (a, b) =>
          weightOf(a) - weightOf(b) ||
          placeOf(a) - placeOf(b) ||
          (a.problema?.codigo ?? '').localeCompare(b.problema?.codigo ?? ''),
      );
  };
}
