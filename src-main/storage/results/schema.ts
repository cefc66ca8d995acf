/** Grows with any change of the tables. A file of another version is deleted: its content can be read from the service again. */
export const VERSION = 1;

/** A field of a coupon as a number, which it stays however many zeros it comes back with; what is no number is less told apart. */
export const asNumber = (field: 'comprobante' | 'autorizacion'): string =>
  `coalesce(CAST(json_extract(detalle, '$.operacion.${field}') AS NUMERIC), 0)`;

/**
 * `cupon_liquidaciones_id` and `cupon_nro_liquidacion` find the coupons of a settlement, `cupon_venta` the matched ones of a sale. `borrada`: the
 * reconciliations that were deleted from here, which the service does not list any more. `ausente`: those that the service did not have when it was
 * last asked, because somebody deleted them there.
 */
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
${['liquidaciones_id', 'nro_liquidacion']
  .map(
    (field) =>
      `CREATE INDEX cupon_${field} ON cupon (json_extract(detalle, '$.operacion.${field}')) WHERE grupo = 'conciliados';`,
  )
  .join('\n')}
CREATE INDEX cupon_venta ON cupon (dia, centavos, ${asNumber('comprobante')}, ${asNumber('autorizacion')})
  WHERE grupo = 'conciliados';
CREATE TABLE borrada (conciliacion TEXT PRIMARY KEY, cuando INTEGER NOT NULL) STRICT;
CREATE TABLE ausente (conciliacion TEXT PRIMARY KEY, cuando INTEGER NOT NULL) STRICT;
`;
