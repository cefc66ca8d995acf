/** Grows with any change of the tables. A file of another version is deleted: its content can be read from the service again. */
export const VERSION = 1;

export const TABLES = `
CREATE TABLE lectura (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  conciliacion TEXT NOT NULL,
  completa INTEGER NOT NULL,
  leido INTEGER NOT NULL,
  anterior INTEGER,
  encabezado TEXT NOT NULL
) STRICT;
CREATE INDEX lectura_conciliacion ON lectura (conciliacion, completa);
CREATE TABLE cupon (
  lectura INTEGER NOT NULL,
  n INTEGER NOT NULL,
  grupo TEXT NOT NULL,
  disposicion TEXT NOT NULL,
  clave BLOB NOT NULL,
  vez INTEGER NOT NULL,
  nuevo INTEGER NOT NULL,
  dia TEXT NOT NULL,
  tarjeta TEXT NOT NULL,
  comercio TEXT NOT NULL,
  centavos INTEGER,
  busca TEXT NOT NULL,
  detalle TEXT NOT NULL,
  PRIMARY KEY (lectura, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX cupon_grupo ON cupon (lectura, grupo, dia, n);
CREATE INDEX cupon_clave ON cupon (lectura, clave, grupo);
`;

/** Reconciliations that were deleted from here: the service says nothing of them any more. */
const DELETED = 'CREATE TABLE IF NOT EXISTS borrada (conciliacion TEXT PRIMARY KEY, cuando INTEGER NOT NULL) STRICT';

/** Reconciliations that the service did not have when it was last asked: somebody deleted them there. */
const ABSENT = 'CREATE TABLE IF NOT EXISTS ausente (conciliacion TEXT PRIMARY KEY, cuando INTEGER NOT NULL) STRICT';

/** A field of a coupon as a number, which it stays however many zeros it comes back with; what is no number is less told apart. */
export const asNumber = (field: 'comprobante' | 'autorizacion'): string =>
  `coalesce(CAST(json_extract(detalle, '$.operacion.${field}') AS NUMERIC), 0)`;

/** Indexes that find the coupons of a settlement and the matched ones of a sale, and tables that came after the first version. Made on opening, also in older files. */
export const INDICES = [
  ...['liquidaciones_id', 'nro_liquidacion'].map(
    (field) =>
      `CREATE INDEX IF NOT EXISTS cupon_${field} ON cupon (json_extract(detalle, '$.operacion.${field}')) WHERE grupo = 'conciliados'`,
  ),
  `CREATE INDEX IF NOT EXISTS cupon_venta ON cupon (dia, centavos, ${asNumber('comprobante')}, ${asNumber('autorizacion')})
   WHERE grupo = 'conciliados'`,
  DELETED,
  ABSENT,
];
