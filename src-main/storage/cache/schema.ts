import type { FieldType, View } from '#domain/views/view.ts';
import { VIEW_NAMES, VIEWS } from '#domain/views/index.ts';
import { columnsOfField, listWrittenFields, TABLES, type CacheTable } from './row.ts';

/** Increase this when tables, parsing, or the JSON of results (`storage/results`) change: a cache of another version is deleted and downloaded again. */
export const VERSION = 1;

/**
 * Amounts are centavos, dates ISO, identifiers text. The time of a date has a column of its own; null: not reported. `hash` is the digest of a row's content:
 * an unchanged row is not written again. `visto_desde` and `visto_hasta` are the requested window in which a row came, for lists that the service filters by a
 * date that rows do not show. `retirada` is when a row was withdrawn. `ausencia` has the rows in doubt: since when, and the first absence that counts towards
 * withdrawal (null: none so far).
 *
 * `importe_neto` of a bank movement is its signed amount, for all sums, screens and exports; null for a letter other than `D` and `C`.
 *
 * `pagina` has the pages that were read: by which date, between which moments (seconds of civil time since 1970, the end excluded), how many rows, and the
 * digest of the answer. A page with the same digest is neither parsed nor compared again.
 *
 * `cuarentena_ventana` has the requested days in which each quarantined row came, and when it last came in them. `ventana` is empty if no days were requested.
 *
 * The indexes serve the pages and totals of a period (they cover the count and the sum of the amount), the other dates of operations, the links between
 * records, and voucher numbers that people type.
 */
const TYPES: Readonly<Partial<Record<FieldType, string>>> = {
  importe: 'INTEGER',
  entero: 'INTEGER',
  booleano: 'INTEGER',
};

function writeTable(table: CacheTable, { signed }: Pick<View, 'signed'> = {}): string {
  const columns = listWrittenFields(table).flatMap((field) =>
    columnsOfField(field).map((column) => `${column} ${TYPES[field.tipo] ?? 'TEXT'}`),
  );
  const derived =
    signed === undefined
      ? []
      : [
          `${signed.as.name} INTEGER GENERATED ALWAYS AS
  (CASE ${signed.by} WHEN '${signed.plus}' THEN ${signed.field} WHEN '${signed.minus}' THEN -abs(${signed.field}) END) VIRTUAL`,
        ];
  const own = ['extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER', ...derived];
  return `CREATE TABLE ${table.tabla} (
  ${['n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE', ...columns, ...own].join(', ')}
) STRICT;`;
}

const ROWS = `
${VIEW_NAMES.map((name) => writeTable(TABLES[name], VIEWS[name])).join('\n')}
CREATE INDEX operaciones_venta ON operaciones (fecha_venta, fecha_venta_hora, retirada, importe);
CREATE INDEX operaciones_orden ON operaciones (fecha_venta, fecha_venta_hora) WHERE retirada IS NULL;
CREATE INDEX operaciones_pago ON operaciones (fecha_pago);
CREATE INDEX operaciones_liquidacion ON operaciones (liquidaciones_id);
CREATE INDEX operaciones_comprobante ON operaciones (comprobante);
CREATE INDEX movimientos_fecha ON movimientos (fecha, fecha_hora, retirada, importe);
CREATE INDEX movimientos_orden ON movimientos (fecha, fecha_hora) WHERE retirada IS NULL;
CREATE INDEX movimientos_liquidacion ON movimientos (liquidaciones_id) WHERE liquidaciones_id IS NOT NULL;
CREATE INDEX movimientos_operacion ON movimientos (transacciones_id) WHERE transacciones_id IS NOT NULL;
CREATE INDEX movimientos_referencia ON movimientos (referencia);
CREATE INDEX liquidaciones_fecha ON liquidaciones (fecha, retirada);
CREATE INDEX liquidaciones_numero ON liquidaciones (numero);
CREATE INDEX impuestos_fecha ON impuestos (fecha, retirada);
CREATE INDEX impuestos_numero ON impuestos (numero);
CREATE INDEX rechazos_fecha ON rechazos (fecha, fecha_hora, retirada);
CREATE INDEX rechazos_comprobante ON rechazos (comprobante);
CREATE INDEX liquidaciones_conciliadas_fecha ON liquidaciones_conciliadas (fecha, retirada);
CREATE INDEX calendario_fecha ON calendario (fecha);
CREATE INDEX conciliaciones_fecha ON conciliaciones (fecha);
CREATE TABLE cobertura (
  n INTEGER PRIMARY KEY, metodo TEXT NOT NULL, campo TEXT NOT NULL, desde TEXT NOT NULL, hasta TEXT NOT NULL,
  leido INTEGER NOT NULL, estado TEXT NOT NULL CHECK (estado IN ('completa', 'inestable')), contratado INTEGER NOT NULL
) STRICT;
CREATE INDEX cobertura_ventana ON cobertura (metodo, campo, desde);
CREATE TABLE ausencia (
  metodo TEXT NOT NULL, id TEXT NOT NULL, desde INTEGER NOT NULL, primera INTEGER, PRIMARY KEY (metodo, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE cuarentena (
  n INTEGER PRIMARY KEY, metodo TEXT NOT NULL, huella TEXT NOT NULL, id TEXT, crudo TEXT NOT NULL, problemas TEXT NOT NULL,
  primera INTEGER NOT NULL, ultima INTEGER NOT NULL, UNIQUE (metodo, huella)
) STRICT;
CREATE TABLE cuarentena_ventana (
  metodo TEXT NOT NULL, ventana TEXT NOT NULL, n INTEGER NOT NULL, ultima INTEGER NOT NULL, PRIMARY KEY (metodo, ventana, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX cuarentena_ventana_n ON cuarentena_ventana (n);
CREATE TRIGGER cuarentena_borrada AFTER DELETE ON cuarentena BEGIN DELETE FROM cuarentena_ventana WHERE n = old.n; END;
CREATE TABLE corrida (
  n INTEGER PRIMARY KEY, pedido TEXT NOT NULL, empezada INTEGER NOT NULL, terminada INTEGER
) STRICT;
CREATE TABLE saber (clave TEXT PRIMARY KEY, valor TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE pagina (
  metodo TEXT NOT NULL, campo TEXT NOT NULL, desde INTEGER NOT NULL, hasta INTEGER NOT NULL, filas INTEGER NOT NULL,
  huella TEXT NOT NULL, PRIMARY KEY (metodo, campo, desde)
) STRICT, WITHOUT ROWID;
`;

/** SQL: a field of a coupon as a number, so that leading zeros do not matter. A text that begins with no number becomes 0. */
export const asNumber = (field: 'comprobante' | 'autorizacion'): string =>
  `coalesce(CAST(json_extract(detalle, '$.operacion.${field}') AS NUMERIC), 0)`;

/**
 * The results of reconciliations. `lectura` has the last complete reading of each, `cupon` its coupons. The indexes `cupon_liquidaciones_id` and
 * `cupon_nro_liquidacion` find the coupons of a settlement, `cupon_venta` matched coupons of the same sale. `ausente` has the reconciliations that the service
 * did not have when last asked, because somebody deleted them there.
 */
const RESULTS = `
CREATE TABLE lectura (
  n INTEGER PRIMARY KEY AUTOINCREMENT, conciliacion TEXT NOT NULL, leido INTEGER NOT NULL, anterior INTEGER, encabezado TEXT NOT NULL
) STRICT;
CREATE INDEX lectura_conciliacion ON lectura (conciliacion);
CREATE TABLE cupon (
  lectura INTEGER NOT NULL, n INTEGER NOT NULL, grupo TEXT NOT NULL, disposicion TEXT NOT NULL, clave BLOB NOT NULL, vez INTEGER NOT NULL,
  nuevo INTEGER NOT NULL, dia TEXT NOT NULL, tarjeta TEXT NOT NULL, comercio TEXT NOT NULL, centavos INTEGER, busca TEXT NOT NULL,
  detalle TEXT NOT NULL, PRIMARY KEY (lectura, n)
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
CREATE TABLE ausente (conciliacion TEXT PRIMARY KEY, cuando INTEGER NOT NULL) STRICT;
`;

/** The views with a search index; the others are small enough to read whole. */
export const SEARCHABLE = VIEW_NAMES.filter((method) => VIEWS[method].searched.indexed);

/**
 * The search index (SQLite's trigram) of each large view. It is filled apart from the synchronisation. `busqueda` has the last indexed row of each view,
 * `busqueda_pendiente` the rows that changed after they were indexed; triggers add these when a searched field changes. The index stores neither the texts
 * (`content=''`) nor the positions in them (`detail=none`). It collects 16 MB before writing and seldom merges, which makes filling faster and searching no
 * slower.
 */
function writeSearch({ name, searched }: View): string {
  const changes = searched.fields.map((field) => `old.${field} IS NOT new.${field}`).join(' OR ');
  const index = `busqueda_${name}`;
  return `CREATE VIRTUAL TABLE ${index} USING fts5 (
  texto, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
);
CREATE TRIGGER ${name}_busqueda_cambia AFTER UPDATE OF ${searched.fields.join(', ')} ON ${name} WHEN ${changes}
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('${name}', new.n); END;
CREATE TRIGGER ${name}_busqueda_borra AFTER DELETE ON ${name}
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('${name}', old.n); END;
INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', 16777216), ('automerge', 8);`;
}

const SEARCH = `
CREATE TABLE busqueda (tabla TEXT PRIMARY KEY, hasta INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE busqueda_pendiente (tabla TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (tabla, n)) STRICT, WITHOUT ROWID;
${SEARCHABLE.map((method) => writeSearch(VIEWS[method])).join('\n')}
`;

export const TABLES_SQL = ROWS + RESULTS + SEARCH;

/** The table of the coupons that this PC uploaded. It is made in memory and is in no cache (`own-cupones.ts`). */
export const OWN_TABLE_SQL = `${writeTable(TABLES.cupones)}
CREATE INDEX cupones_carga ON cupones (carga, fila);`;
