import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CuponAnterior } from '#domain/hallazgo.ts';
import type { BuscarEnviados } from './tipos.ts';

const member = z.object({
  id: z.number(),
  identidad: z.number(),
  omitida: z.number(),
  duplica_a: z.number().nullable(),
  ocurrencia: z.number(),
});
type Member = z.infer<typeof member>;

/** The code of `fila.omitida` for a coupon that is left out because it was sent: it still counts among its equals. */
const OMITIDA_POR_ENVIADA = 3;

const MEMBERS = 'SELECT id, identidad, omitida, duplica_a, ocurrencia FROM fila';
/** Groups that are looked up one by one; of more, all are gone through at once. */
const FEW = 5_000;

/** What is written of an earlier coupon (`esquema.ts`). */
export function writeSent(anterior: CuponAnterior | null): readonly [enviado: string | null, lugar: string | null] {
  if (anterior === null) return [null, null];
  const { carga, archivo, dia, hoja, fila } = anterior;
  const lugar = hoja === null ? `[null,${String(fila)}]` : JSON.stringify([hoja, fila]);
  return [`["${carga}",${JSON.stringify(archivo)},"${dia}"]`, lugar];
}

const upload = z.tuple([z.string(), z.string(), z.string()]);
const place = z.tuple([z.string().nullable(), z.number()]);

export const readUpload = (enviado: string): Pick<CuponAnterior, 'carga' | 'archivo' | 'dia'> => {
  const [carga, archivo, dia] = upload.parse(JSON.parse(enviado));
  return { carga, archivo, dia };
};

export function readSent(enviado: string | null, lugar: string | null): CuponAnterior | null {
  if (enviado === null || lugar === null) return null;
  const [hoja, fila] = place.parse(JSON.parse(lugar));
  return { ...readUpload(enviado), hoja, fila };
}

/**
 * Keeps what equal coupons say of each other. `duplica_a`: of those that will be sent, every one after the first names the first. `ocurrencia`:
 * which of its equals a coupon is, and with it the one of an earlier upload that it equals.
 */
export function openEqualCoupons(db: Database) {
  const group = db.prepare(`${MEMBERS} WHERE identidad = ? ORDER BY id`);
  const groups = db.prepare(
    `${MEMBERS} WHERE identidad IN
       (SELECT identidad FROM fila WHERE identidad IS NOT NULL GROUP BY identidad HAVING count(*) > 1)
     ORDER BY identidad, id`,
  );
  const pending = db.prepare(`${MEMBERS} WHERE identidad IS NOT NULL AND ocurrencia = 0 ORDER BY identidad, id`);
  const text = db.prepare<[number], string>('SELECT texto FROM contenido WHERE id = ?').pluck();
  const put = db.prepare('UPDATE fila SET duplica_a = ?, ocurrencia = ?, enviado = ?, enviado_en = ? WHERE id = ?');
  const putDuplicate = db.prepare('UPDATE fila SET duplica_a = ? WHERE id = ?');

  /** `members`: all with the same coupon, ascending. */
  const settle = (members: readonly Member[], buscar: BuscarEnviados): void => {
    const first = members.find(({ omitida }) => omitida === 0);
    let counted = 0;
    for (const { id, omitida, duplica_a, ocurrencia } of members) {
      const counts = omitida === 0 || omitida === OMITIDA_POR_ENVIADA;
      const vez = counted + 1;
      if (counts) counted = vez;
      const duplicate = omitida !== 0 || first === undefined || first.id === id ? null : first.id;
      if (vez !== ocurrencia) {
        const [anterior = null] = buscar([{ texto: text.get(id) ?? '', ocurrencia: vez }]);
        put.run(duplicate, vez, ...writeSent(anterior), id);
      } else if (duplicate !== duplica_a) putDuplicate.run(duplicate, id);
    }
  };
  const settleRuns = (rows: readonly unknown[], buscar: BuscarEnviados): void => {
    let run: Member[] = [];
    for (const row of rows) {
      const one = member.parse(row);
      const [before] = run;
      if (before !== undefined && before.identidad !== one.identidad) {
        settle(run, buscar);
        run = [];
      }
      run.push(one);
    }
    settle(run, buscar);
  };
  const all = (buscar: BuscarEnviados): void => {
    settleRuns(groups.all(), buscar);
    settleRuns(pending.all(), buscar); // those without an equal
  };
  return {
    /** All of them: after the rows were read. */
    all,
    /** The groups of the coupons that a change took away or brought. */
    review(identidades: ReadonlySet<number>, buscar: BuscarEnviados): void {
      if (identidades.size > FEW) return all(buscar);
      for (const identidad of identidades) {
        settle(
          group.all(identidad).map((row) => member.parse(row)),
          buscar,
        );
      }
    },
  };
}
