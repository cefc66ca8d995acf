import type { Database } from 'better-sqlite3';
import type { RecognisedCupon } from '#domain/finding.ts';
import { fileAndRowOf, type FindSent } from './schema.ts';

interface Member {
  readonly id: number;
  readonly identidad: number;
  readonly omitida: number;
  readonly duplica_a: number | null;
  readonly ocurrencia: number;
  /** 1 for a row with errors. Such a row repeats no other row, but may repeat a coupon of an earlier upload. */
  readonly con_error: number;
}

/** The value of `fila.omitida` for a coupon left out because it was sent before. Such a coupon still counts among the equal ones. */
export const OMITTED_AS_SENT = 3;

const MEMBERS = 'SELECT id, identidad, omitida, duplica_a, ocurrencia, centavos IS NULL AS con_error FROM fila';
/** Up to this many groups are looked up singly; for more, all groups are read at once. */
const FEW = 5_000;

/** A recognised coupon as two columns store it (`schema.ts`). */
export function writeSent(previous: RecognisedCupon | null): readonly [enviado: string | null, lugar: string | null] {
  if (previous === null) return [null, null];
  const { carga, archivo, dia, hoja, fila, seq, answer, antes } = previous;
  return [JSON.stringify([answer.como, carga, archivo, dia]), JSON.stringify([hoja, fila, seq, answer, antes])];
}

type Place = readonly [
  hoja: string | null,
  fila: number,
  seq: number,
  answer: RecognisedCupon['answer'],
  antes: string | null,
];

export function readUpload(sent: string): Pick<RecognisedCupon, 'carga' | 'archivo' | 'dia'> {
  const [, carga, archivo, dia]: readonly [string, string, string, string] = JSON.parse(sent);
  return { carga, archivo, dia };
}

export function readSent(sent: string | null, spot: string | null): RecognisedCupon | null {
  if (sent === null || spot === null) return null;
  const [hoja, fila, seq, answer, antes]: Place = JSON.parse(spot);
  return { ...readUpload(sent), hoja, fila, seq, answer, antes };
}

/**
 * Keeps the columns that depend on equal coupons up to date. `duplica_a`: the id of the first of several equal coupons, in each later one to be sent;
 * the first may have been sent before. `ocurrencia`: a coupon's place among its equals in the file or sheet; it also decides which coupon of an earlier upload
 * the coupon repeats.
 */
export function openEqualCupones(db: Database, findText: (id: number) => string) {
  const group = db.prepare<[number], Member>(`${MEMBERS} WHERE identidad = ? ORDER BY id`);
  const groups = db.prepare<[], Member>(
    `${MEMBERS} WHERE identidad IN
       (SELECT identidad FROM fila WHERE identidad IS NOT NULL GROUP BY identidad HAVING count(*) > 1)
     ORDER BY identidad, id`,
  );
  const pending = db.prepare<[], Member>(
    `${MEMBERS} WHERE identidad IS NOT NULL AND ocurrencia = 0 ORDER BY identidad, id`,
  );
  const put = db.prepare('UPDATE fila SET duplica_a = ?, ocurrencia = ?, enviado = ?, enviado_en = ? WHERE id = ?');
  const putDuplicate = db.prepare('UPDATE fila SET duplica_a = ? WHERE id = ?');

  const settle = (members: readonly Member[], findSent: FindSent): void => {
    const first = members.find(
      ({ omitida, con_error }) => (omitida === 0 || omitida === OMITTED_AS_SENT) && con_error === 0,
    );
    let counted = 0;
    let of = -1;
    for (const { id, omitida, duplica_a, ocurrencia, con_error } of members) {
      const { archivo } = fileAndRowOf(id);
      if (archivo !== of) [of, counted] = [archivo, 0];
      const counts = omitida === 0 || omitida === OMITTED_AS_SENT;
      const turn = counted + 1;
      if (counts) counted = turn;
      const isFirst = first === undefined || first.id === id;
      const duplicate = omitida !== 0 || con_error !== 0 || isFirst ? null : first.id;
      if (turn !== ocurrencia) {
        const [previous = null] = findSent([{ texto: findText(id), ocurrencia: turn }]);
        put.run(duplicate, turn, ...writeSent(previous), id);
      } else if (duplicate !== duplica_a) putDuplicate.run(duplicate, id);
    }
  };
  const settleRuns = (members: readonly Member[], findSent: FindSent): void => {
    let run: Member[] = [];
    for (const one of members) {
      const [before] = run;
      if (before !== undefined && before.identidad !== one.identidad) {
        settle(run, findSent);
        run = [];
      }
      run.push(one);
    }
    settle(run, findSent);
  };
  const settleAll = (findSent: FindSent): void => {
    settleRuns(groups.all(), findSent);
    settleRuns(pending.all(), findSent); // coupons without an equal
  };
  return {
    all: settleAll,
    /** Updates the groups of the coupons that a change removed or added. */
    review(identities: ReadonlySet<number>, findSent: FindSent): void {
      if (identities.size > FEW) return settleAll(findSent);
      for (const identity of identities) settle(group.all(identity), findSent);
    },
  };
}
