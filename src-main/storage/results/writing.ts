import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { asWritten, foldMarks } from '#domain/cupones/as-written.ts';
import type { ResultGroup } from '#domain/result-rows.ts';
import type { Instant } from '#domain/clock.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { parseMoney } from '#domain/money.ts';
import { getComparableKey } from '#domain/upload/key.ts';
import { z } from 'zod';
import { markOf, sweep, type ResultsWriter } from './unfinished.ts';
import type { StoredCupon, ReadingHeader, ReadingInProgress } from './types.ts';

const GROUP: Readonly<Record<Disposition | 'error', ResultGroup>> = {
  conciliado: 'conciliados',
  sin_conciliar: 'sin_conciliar',
  no_informado: 'no_informados',
  existente: 'no_informados',
  no_enviado: 'no_informados',
  rechazado: 'errores',
  error: 'errores',
};

/** Whether two readings say the same: which coupons are in which group, counting equal ones. */
const ARE_EQUAL = `SELECT NOT EXISTS (SELECT clave, vez, grupo FROM cupon WHERE lectura = @a EXCEPT SELECT clave, vez, grupo FROM cupon WHERE lectura = @b)
  AND NOT EXISTS (SELECT clave, vez, grupo FROM cupon WHERE lectura = @b EXCEPT SELECT clave, vez, grupo FROM cupon WHERE lectura = @a)`;
/** Marks the coupons that matched since the reading before: they were in it, and fewer of their equals had matched there. */
const MARK = `UPDATE cupon SET nuevo = 1 WHERE lectura = @nueva AND grupo = 'conciliados'
  AND vez > (SELECT count(*) FROM cupon a WHERE a.lectura = @anterior AND a.clave = cupon.clave AND a.grupo = 'conciliados')
  AND vez <= (SELECT count(*) FROM cupon a WHERE a.lectura = @anterior AND a.clave = cupon.clave)`;
/** Counts `vez` again, the turn of each coupon among its equals, after some were taken out. */
const COUNT_AGAIN = `UPDATE cupon SET vez = (SELECT count(*) FROM cupon a WHERE a.lectura = @nueva AND a.clave = cupon.clave AND a.grupo = cupon.grupo
  AND a.n <= cupon.n) WHERE lectura = @nueva`;
const number = z.number();
const earlier = z.object({ n: z.number(), leido: z.number(), anterior: z.number().nullable() });

/** Writes readings. A whole reading replaces the one before, in one commit; one that was cut leaves nothing. */
export function openWriting(db: Database, writer: ResultsWriter | undefined) {
  sweep(db, writer);
  const mark = markOf(writer);
  const createReading = db.prepare(
    'INSERT INTO lectura (conciliacion, completa, leido, anterior, encabezado) VALUES (?, 0, 0, NULL, ?) RETURNING n',
  );
  const put = db.prepare(
    `INSERT INTO cupon (lectura, n, grupo, disposicion, clave, vez, nuevo, dia, tarjeta, comercio, centavos, busca, detalle)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteReading = db.prepare('DELETE FROM lectura WHERE n = ?');
  const deleteCupones = db.prepare('DELETE FROM cupon WHERE lectura = ?');
  const deleteCupon = db.prepare('DELETE FROM cupon WHERE lectura = ? AND n = ?');
  const countAgain = db.prepare(COUNT_AGAIN);
  const whole = db.prepare('SELECT n, leido, anterior FROM lectura WHERE conciliacion = ? AND completa = 1');
  const same = db.prepare(ARE_EQUAL).pluck();
  const markNew = db.prepare(MARK);
  const inherit = db.prepare(
    `UPDATE cupon SET nuevo = 1 WHERE lectura = @nueva AND (clave, vez) IN (SELECT clave, vez FROM cupon WHERE lectura = @anterior AND nuevo = 1)
     AND grupo = 'conciliados'`,
  );
  const closeStatement = db.prepare(
    'UPDATE lectura SET completa = 1, leido = @leido, anterior = @anterior, encabezado = @encabezado WHERE n = @n',
  );

  const deleteReadingRows = (n: number): void => {
    deleteCupones.run(n);
    deleteReading.run(n);
  };
  const recordDeleted = db.prepare('INSERT OR REPLACE INTO borrada (conciliacion, cuando) VALUES (?, ?)');
  const recordAbsent = db.prepare('INSERT OR REPLACE INTO ausente (conciliacion, cuando) VALUES (?, ?)');
  const unrecordAbsent = db.prepare('DELETE FROM ausente WHERE conciliacion = ?');
  const deleteConciliacion = db.transaction((id: string, when: Instant) => {
    const all = db.prepare('SELECT n FROM lectura WHERE conciliacion = ?').pluck().all(id);
    for (const n of z.array(number).parse(all)) deleteReadingRows(n);
    recordDeleted.run(id, when);
    unrecordAbsent.run(id);
  });

  function begin(id: string): ReadingInProgress {
    const reading = number.parse(createReading.pluck().get(id, mark));
    const times = new Map<string, number>();
    let n = 0;
    let isThinned = false;
    const add = db.transaction((cupones: readonly StoredCupon[]) => {
      for (const cupon of cupones) {
        const { operacion, disposicion, archivo, mensaje, problema, problemas } = cupon;
        const group = GROUP[disposicion];
        const key = hash('sha256', keyOf(cupon), 'buffer').subarray(0, 16);
        const place = `${group} ${key.toString('latin1')}`;
        const turn = (times.get(place) ?? 0) + 1;
        times.set(place, turn);
        n += 1;
        const centavos = parseMoney(operacion.importe ?? '', 'sin-miles') ?? null;
        const comercio = operacion.establecimiento ?? '';
        put.run(
          ...[reading, n, group, disposicion, key, turn],
          ...[operacion.fecha_venta ?? '', tarjetaOf(cupon), comercio, centavos, buildSearchText(cupon)],
          JSON.stringify({ operacion, disposicion, archivo, mensaje, problema, problemas }),
        );
      }
    });
    const remove = db.transaction((ns: readonly number[]) => {
      for (const one of ns) deleteCupon.run(reading, one);
    });
    const finish = db.transaction((header: ReadingHeader, readAt: Instant) => {
      const before = whole.get(id);
      const previous = before === undefined ? undefined : earlier.parse(before);
      const changes = { nueva: reading, anterior: previous?.n ?? 0 };
      let from = previous?.leido ?? null;
      if (isThinned) countAgain.run({ nueva: reading });
      if (previous !== undefined) {
        // A reading that changed nothing keeps the news of the one before.
        const equal = same.get({ a: reading, b: previous.n }) === 1;
        if (equal) from = previous.anterior;
        (equal ? inherit : markNew).run(changes);
        deleteReadingRows(previous.n);
      }
      // Only the note that it is missing goes. The note of a deletion stays: the service gave the number again, and the earlier upload is still gone.
      unrecordAbsent.run(id);
      const closed = closeStatement.run({
        n: reading,
        leido: readAt,
        anterior: from,
        encabezado: JSON.stringify(header),
      });
      if (closed.changes !== 1) throw new Error('The reading is not there any more');
    });
    return {
      add: (cupones) => {
        const first = n + 1;
        add.immediate(cupones);
        return first;
      },
      remove: (ns) => {
        if (ns.length === 0) return;
        isThinned = true;
        remove.immediate(ns);
      },
      finish: (header, readAt) => {
        finish.immediate(header, readAt);
      },
      discard: () => {
        db.transaction(deleteReadingRows).immediate(reading);
      },
    };
  }
  return {
    begin,
    remove: (id: string, when: Instant): void => deleteConciliacion.immediate(id, when),
    markMissing: (id: string, when: Instant): void => {
      recordAbsent.run(id, when);
    },
    reappear: (id: string): void => {
      unrecordAbsent.run(id);
    },
  };
}

/** The key by which two readings have the same coupon: of a row of ours its place, of another what the service gives back. */
function keyOf({ operacion, archivo, mensaje }: StoredCupon): string {
  const { fila } = operacion;
  if (fila !== null) return `fila ${String(fila)} ${archivo ?? ''} ${mensaje ?? ''}`;
  return getComparableKey(operacion, null);
}

const tarjetaOf = ({ operacion }: StoredCupon): string =>
  operacion.tarjeta_desc ?? operacion.wallet_tipo_operacion ?? operacion.tarjeta_id ?? '';

function buildSearchText({ operacion, archivo, mensaje }: StoredCupon): string {
  const fields = FIELDS_IN_ORDER.flatMap((field) => {
    const value = operacion[field];
    return value === undefined ? [] : [asWritten(field, value)];
  });
  const { nro_liquidacion, fecha_liq } = operacion;
  const rest = [nro_liquidacion, fecha_liq === null ? null : asWritten('fecha_pago', fecha_liq), archivo, mensaje];
  return foldMarks([...fields, ...rest.filter((one) => one !== null)].join('\n'));
}
