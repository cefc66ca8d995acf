import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { asWritten, FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { foldMarks } from '#domain/fold-text.ts';
import type { ResultGroup } from '#domain/report.ts';
import type { Instant } from '#domain/clock.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { parseMoney } from '#domain/money.ts';
import { getComparableKey } from '#domain/upload/body.ts';
import { guard } from '../sqlite/open.ts';
import type { StoredCupon, ReadingHeader, ReadingRow } from './queries.ts';

const GROUP: Readonly<Record<Disposition | 'error', ResultGroup>> = {
  conciliado: 'conciliados',
  sin_conciliar: 'sin_conciliar',
  no_informado: 'no_informados',
  existente: 'no_informados',
  no_enviado: 'no_informados',
  rechazado: 'errores',
  error: 'errores',
};

/** SQL: whether two readings have the same coupons in the same groups; equal coupons are counted. */
const ARE_EQUAL = `SELECT NOT EXISTS (SELECT clave, vez, grupo FROM cupon WHERE lectura = @nueva EXCEPT SELECT clave, vez, grupo FROM cupon WHERE lectura = @anterior)
  AND NOT EXISTS (SELECT clave, vez, grupo FROM cupon WHERE lectura = @anterior EXCEPT SELECT clave, vez, grupo FROM cupon WHERE lectura = @nueva)`;
/** SQL: marks coupons that matched since the previous reading: that reading had the same coupons, with fewer matches among equal ones. */
const MARK = `UPDATE cupon SET nuevo = 1 WHERE lectura = @nueva AND grupo = 'conciliados'
  AND vez > (SELECT count(*) FROM cupon a WHERE a.lectura = @anterior AND a.clave = cupon.clave AND a.grupo = 'conciliados')
  AND vez <= (SELECT count(*) FROM cupon a WHERE a.lectura = @anterior AND a.clave = cupon.clave)`;
const COLUMNS = 'n, grupo, disposicion, clave, vez, nuevo, dia, tarjeta, comercio, centavos, busca, detalle';

type EarlierReading = Pick<ReadingRow, 'n' | 'leido' | 'anterior'>;

/** Writes readings. Their rows go to a temporary table, which does not lock the cache; a complete reading replaces the previous one in one commit. */
export function openWriting(db: Database.Database) {
  db.exec('CREATE TEMP TABLE en_curso AS SELECT * FROM cupon WHERE 0');
  const put = db.prepare(
    `INSERT INTO temp.en_curso (lectura, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)`,
  );
  const drop = db.prepare('DELETE FROM temp.en_curso WHERE lectura = ?');
  const create = db.prepare('INSERT INTO lectura (conciliacion, leido, anterior, encabezado) VALUES (?, ?, ?, ?)');
  const datePrevious = db.prepare('UPDATE lectura SET anterior = ? WHERE n = ?');
  const keep = db.prepare(
    `INSERT INTO cupon (lectura, ${COLUMNS}) SELECT @nueva, ${COLUMNS} FROM temp.en_curso WHERE lectura = @begun ORDER BY n`,
  );
  const deleteReading = db.prepare('DELETE FROM lectura WHERE n = ?');
  const deleteCupones = db.prepare('DELETE FROM cupon WHERE lectura = ?');
  const findEarlier = db.prepare<[string], EarlierReading>(
    'SELECT n, leido, anterior FROM lectura WHERE conciliacion = ?',
  );
  const areEqual = db.prepare<[{ nueva: number; anterior: number }], number>(ARE_EQUAL).pluck();
  const markNew = db.prepare(MARK);
  const inherit = db.prepare(
    `UPDATE cupon SET nuevo = 1 WHERE lectura = @nueva AND (clave, vez) IN (SELECT clave, vez FROM cupon WHERE lectura = @anterior AND nuevo = 1)
     AND grupo = 'conciliados'`,
  );
  const recordAbsent = db.prepare('INSERT OR REPLACE INTO ausente (conciliacion, cuando) VALUES (?, ?)');
  const unrecordAbsent = db.prepare('DELETE FROM ausente WHERE conciliacion = ?');
  const deleteRows = (n: number): void => {
    deleteCupones.run(n);
    deleteReading.run(n);
  };
  const remove = db.transaction((id: string) => {
    const earlier = findEarlier.get(id);
    if (earlier !== undefined) deleteRows(earlier.n);
    unrecordAbsent.run(id);
  });
  /** Throws `GUARDADO_ILEGIBLE` if the cache cannot be written (set aside, damaged, locked too long): opening the result then reads it again. */
  function write<T>(work: () => T): T {
    try {
      return guard(work);
    } catch (error) {
      if (db.open && !(error instanceof Database.SqliteError)) throw error;
      throw new AppError('GUARDADO_ILEGIBLE', { cause: error });
    }
  }
  let begun = 0;

  /** Begins a reading. It becomes visible with `finish`; `discard` removes it. */
  function begin(id: string) {
    begun += 1;
    const reading = begun;
    const times = new Map<string, number>();
    let n = 0;
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
    const finish = db.transaction((header: ReadingHeader, readAt: Instant) => {
      const earlier = findEarlier.get(id);
      const created = create.run(id, readAt, earlier?.leido ?? null, JSON.stringify(header));
      const changes = { nueva: Number(created.lastInsertRowid), anterior: earlier?.n ?? 0 };
      keep.run({ nueva: changes.nueva, begun: reading });
      drop.run(reading);
      if (earlier !== undefined) {
        // If nothing changed, the new reading takes over the marks of the previous one.
        const equal = areEqual.get(changes) === 1;
        if (equal) datePrevious.run(earlier.anterior, changes.nueva);
        (equal ? inherit : markNew).run(changes);
        deleteRows(earlier.n);
      }
      unrecordAbsent.run(id);
    });
    return {
      add: (cupones: readonly StoredCupon[]): void => write(() => add(cupones)),
      finish: (header: ReadingHeader, readAt: Instant): void => write(() => finish.immediate(header, readAt)),
      discard: () => void write(() => drop.run(reading)),
    };
  }
  return {
    begin,
    remove: (id: string): void => write(() => remove.immediate(id)),
    /** Notes that the service did not have a reconciliation. Its last reading stays; the next reading removes the note. */
    markMissing: (id: string, when: Instant) => void write(() => recordAbsent.run(id, when)),
    reappear: (id: string) => void write(() => unrecordAbsent.run(id)),
  };
}

/** The key by which a coupon is recognised in two readings: its place in the file if this PC sent it, else the fields that the service returns. */
function keyOf({ operacion, archivo, mensaje }: StoredCupon): string {
  const { fila } = operacion;
  if (fila !== null) return `fila ${String(fila)} ${archivo ?? ''} ${mensaje ?? ''}`;
  return getComparableKey(operacion, null);
}

/** The card of a coupon as the coupon writes it; for a wallet sale, its kind of operation. */
export const tarjetaOf = ({ operacion }: Pick<StoredCupon, 'operacion'>): string =>
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
