import type { Migration } from '../../sqlite/open.ts';

/** The SQL of the number that eight hexadecimal digits of `huella` write, beginning at digit `at`. */
const laneOf = (at: number): string =>
  Array.from(
    { length: 8 },
    (_, i) => `(instr('123456789ABCDEF', substr(hex(huella), ${String(at + i)}, 1)) << ${String(28 - 4 * i)})`,
  ).join(' + ');
/** The `Multiset` of the coupons of an upload. */
const EQUALITY = `SELECT unhex(${[1, 9, 17, 25]
  .map((at) => `printf('%08X', sum(${laneOf(at)}) & 4294967295)`)
  .join(' || ')}) FROM cupon WHERE cupon.carga = upload.carga`;
/** The `dayOf` of a canonical text (digest.ts), in six hexadecimal digits. */
const DATE_AT = `instr(texto, '"fecha_venta":"')`;
const DAY = `CASE ${DATE_AT} WHEN 0 THEN '000000' ELSE printf('%06X', (
  (CAST(substr(texto, ${DATE_AT} + 15, 4) AS INTEGER) * 12 + CAST(substr(texto, ${DATE_AT} + 20, 2) AS INTEGER)) * 31
  + CAST(substr(texto, ${DATE_AT} + 23, 2) AS INTEGER)) & 16777215) END`;

/**
 * Coupons are written once: those of a draft stay where they are when it is frozen. Once `upload` has its number, no row of it is added, changed or
 * deleted. `texto` is the canonical text without marker. The marker that goes with it is made of `upload.marcador`, `nonce` and the coupon's own
 * `seq`, so that what is sent stays the same. A draft knows how many coupons it has, their multiset and the auxiliary fields they use. Drafts that a
 * stopped program left behind are deleted.
 */
export const ledgerCuponOnce: Migration = {
  version: 2,
  sql: `
DROP TRIGGER upload_no_update;
DROP TRIGGER cupon_no_update;
DROP TRIGGER cupon_no_delete;
DELETE FROM hallazgo WHERE carga IN (SELECT carga FROM borrador);
DELETE FROM borrador;
DROP TABLE borrador_cupon;
ALTER TABLE borrador ADD COLUMN cupones INTEGER NOT NULL DEFAULT 0;
ALTER TABLE borrador ADD COLUMN igualdad BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
ALTER TABLE borrador ADD COLUMN auxiliares TEXT NOT NULL DEFAULT '[]';
UPDATE cupon SET texto = replace(cupon.texto, ',"' || u.marcador || '":"' || u.nonce || '.' || cupon.seq || '"', '')
  FROM upload u WHERE u.carga = cupon.carga AND u.marcador IS NOT NULL AND u.nonce IS NOT NULL;
UPDATE cupon SET huella = unhex(${DAY} || substr(hex(huella), 7));
UPDATE upload SET igualdad = (${EQUALITY});
CREATE TRIGGER upload_no_update BEFORE UPDATE ON upload
BEGIN SELECT RAISE(ABORT, 'upload is append-only'); END;
CREATE TRIGGER cupon_no_update BEFORE UPDATE ON cupon
BEGIN SELECT RAISE(ABORT, 'cupon is append-only'); END;
CREATE TRIGGER cupon_no_insert BEFORE INSERT ON cupon WHEN EXISTS (SELECT 1 FROM upload WHERE carga = NEW.carga)
BEGIN SELECT RAISE(ABORT, 'a frozen cupon is append-only'); END;
CREATE TRIGGER cupon_no_delete BEFORE DELETE ON cupon WHEN EXISTS (SELECT 1 FROM upload WHERE carga = OLD.carga)
BEGIN SELECT RAISE(ABORT, 'a frozen cupon is append-only'); END;
`,
};
