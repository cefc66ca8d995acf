/**
 * Increase it with any change of the tables, of parsing rows, or of the JSON in results (`storage/results`). A cache of another version is deleted:
 * the service has its content.
 */
export const VERSION = 1;

/**
 * Amounts are centavos, dates ISO, identifiers text; the time of a date is in a column of its own (null: not reported). `hash` is the digest of a
 * row's content: a row that comes again unchanged is not written. `visto_desde`/`visto_hasta` is the window in which a row was written, for lists that
 * are filtered by another date than their rows carry. `retirada` is when a row that stopped coming was given up; `ausencia` has the rows in doubt,
 * since when, and the first absence that counts towards giving them up (null while none does).
 *
 * `importe_neto` of a bank movement is the signed amount, by the one rule that every sum, screen and export uses; null, unknown, with any other
 * letter than `D` and `C`.
 *
 * `pagina`: the pages in which rows were read, by which date, between which moments (seconds of civil time since 1970, the end not included), how many
 * rows, and the digest of the answer. A page that comes again with the same digest is neither parsed nor compared.
 *
 * `cuarentena_ventana`: by which days each quarantined row was read, and when last by each. `ventana` is empty where no days were requested.
 *
 * The indexes serve pages and totals of a period (covering the count and the sum of the amount), the other dates of operations, links between records,
 * and the vouchers that people type.
 */
const ROWS = `
CREATE TABLE calendario (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, dia TEXT, fecha TEXT, vendido INTEGER, acreditado INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE comercios (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, nombre TEXT, razon_social TEXT, cuit TEXT, direccion TEXT,
  codigo_postal TEXT, provincia TEXT, localidad TEXT, rubro TEXT,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE operaciones (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fecha_venta TEXT, fecha_venta_hora TEXT, fecha_presentacion TEXT,
  tarjeta TEXT, marca TEXT, establecimiento TEXT, terminal TEXT, lote TEXT, comprobante TEXT, tarjeta_nro TEXT, cuotas TEXT,
  importe INTEGER, comercio TEXT, fecha_pago TEXT, autorizacion TEXT, nro_liquidacion TEXT, liquidaciones_id TEXT, bin TEXT,
  plan TEXT, arancel INTEGER, tna TEXT, costo_fin INTEGER, billetera TEXT, referencia TEXT, acreditada INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE movimientos (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fecha TEXT, fecha_hora TEXT, banco TEXT, cuenta TEXT, cbu TEXT,
  cuit_cuenta TEXT, razon_social TEXT, categoria TEXT, informacion TEXT, codigo_banco TEXT, cuit TEXT, debito_credito TEXT,
  importe INTEGER, referencia TEXT, tipo TEXT, marca TEXT, comercio TEXT, voucher_asociado TEXT, liquidaciones_id TEXT,
  transacciones_id TEXT, conciliado INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER,
  importe_neto INTEGER GENERATED ALWAYS AS (CASE debito_credito WHEN 'C' THEN importe WHEN 'D' THEN -abs(importe) END) VIRTUAL
) STRICT;
CREATE TABLE liquidaciones (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, marca TEXT, tarjeta TEXT, comercio TEXT, provincia TEXT, banco TEXT,
  establecimiento TEXT, tipo TEXT, numero TEXT, fecha TEXT, fecha_recupero_adelanto TEXT,
  facturado_debito INTEGER, facturado_credito INTEGER, facturado_credito_cuotas INTEGER, facturado_descontado INTEGER,
  facturado_otro INTEGER, total_facturado INTEGER, descontado_arancel INTEGER, descontado_promocion INTEGER,
  descontado_impuesto INTEGER, descontado_cuota INTEGER, descontado_adelanto INTEGER, descontado_otro INTEGER,
  total_descontado INTEGER, total_acreditado INTEGER, acreditada INTEGER, detalle TEXT,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE liquidaciones_totales (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, desde TEXT, hasta TEXT, tarjeta TEXT, fac_debito INTEGER,
  fac_credito INTEGER, fac_credito_cuotas INTEGER, fac_descontado INTEGER, fac_otro INTEGER, total_facturado INTEGER,
  des_arancel INTEGER, des_promocion INTEGER, des_impuesto INTEGER, des_cuota INTEGER, des_adelanto INTEGER,
  des_otro INTEGER, total_descontado INTEGER, total_acreditado INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE impuestos (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, marca TEXT, tarjeta TEXT, comercio TEXT, provincia TEXT,
  establecimiento TEXT, tipo TEXT, numero TEXT, fecha TEXT, impuesto_iva_105 INTEGER, impuesto_iva_21 INTEGER,
  imp_iva INTEGER, impuesto_otros INTEGER, total_impuestos INTEGER, retencion_iva INTEGER, retencion_iibb INTEGER,
  retencion_ganancias INTEGER, retencion_otros INTEGER, total_retenciones INTEGER, percepcion_iva INTEGER,
  percepcion_iibb INTEGER, percepcion_ganancias INTEGER, percepcion_otros INTEGER, total_percepciones INTEGER, detalle TEXT,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE impuestos_totales (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, desde TEXT, hasta TEXT, imp_iva_105 INTEGER, imp_iva_21 INTEGER,
  imp_iva INTEGER, imp_otros INTEGER, tot_impuestos INTEGER, ret_iva INTEGER, ret_iibb INTEGER, ret_ganancias INTEGER,
  ret_otros INTEGER, tot_retenciones INTEGER, per_iva INTEGER, per_iibb INTEGER, per_ganancias INTEGER, per_otros INTEGER,
  tot_percepciones INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE rechazos (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fecha TEXT, fecha_hora TEXT, marca TEXT, tarjeta TEXT,
  establecimiento TEXT, motivo TEXT, descripcion TEXT, importe INTEGER, comercio TEXT, estado TEXT, lote TEXT,
  comprobante TEXT, tarjeta_nro TEXT, rechazo TEXT, autorizacion TEXT, fecha_transferencia TEXT,
  fecha_transferencia_hora TEXT, fecha_presentacion TEXT, fecha_presentacion_hora TEXT,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE liquidaciones_conciliadas (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, marca TEXT, tarjeta TEXT, comercio TEXT, provincia TEXT, banco TEXT,
  establecimiento TEXT, tipo TEXT, numero TEXT, fecha TEXT,
  facturado_debito INTEGER, facturado_credito INTEGER, facturado_credito_cuotas INTEGER, facturado_descontado INTEGER,
  facturado_otro INTEGER, total_facturado INTEGER, descontado_arancel INTEGER, descontado_promocion INTEGER,
  descontado_impuesto INTEGER, descontado_cuota INTEGER, descontado_adelanto INTEGER, descontado_otro INTEGER,
  total_descontado INTEGER, total_acreditado INTEGER, operaciones INTEGER, cashback INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE conciliaciones (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fecha TEXT, origen_desde TEXT, origen_hasta TEXT, total INTEGER,
  nuevos INTEGER, existentes INTEGER, error INTEGER, conciliados INTEGER, sin_conciliar INTEGER, estado TEXT,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
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
  primera INTEGER NOT NULL, ultima INTEGER NOT NULL, ventana TEXT, UNIQUE (metodo, huella)
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

/** A field of a coupon as a number, which does not change when zeros do. Texts that are no number are compared less exactly. */
export const asNumber = (field: 'comprobante' | 'autorizacion'): string =>
  `coalesce(CAST(json_extract(detalle, '$.operacion.${field}') AS NUMERIC), 0)`;

/**
 * The results of reconciliations: `lectura`, the last whole reading of each, with its coupons. `cupon_liquidaciones_id` and `cupon_nro_liquidacion`
 * find the coupons of a settlement, `cupon_venta` the matched ones of a sale. `ausente`: the reconciliations that the service did not have when it was
 * last asked, because somebody deleted them there.
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

/**
 * The index for what people type: groups of three characters, for each view that grows, filled apart from the synchronisation. `busqueda` says up to
 * which row the index goes. `busqueda_pendiente` says which rows changed after they were indexed; triggers note them, and fire only when a searched
 * field really changes. The index keeps no text of its own (`content=''`) nor where in the row a group is (`detail=none`). It gathers 16 MB in memory
 * before it writes, a whole piece of an index, and merges seldom: filling takes less work, and asking takes the same.
 */
const SEARCH = `
CREATE TABLE busqueda (tabla TEXT PRIMARY KEY, hasta INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE busqueda_pendiente (tabla TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (tabla, n)) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE busqueda_operaciones USING fts5 (
  texto, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
);
CREATE TRIGGER operaciones_busqueda_cambia AFTER UPDATE OF
  comprobante, autorizacion, referencia, nro_liquidacion, lote, terminal, tarjeta_nro, establecimiento, tarjeta,
  marca, comercio, billetera ON operaciones WHEN
  old.comprobante IS NOT new.comprobante OR old.autorizacion IS NOT new.autorizacion OR old.referencia IS NOT
    new.referencia OR old.nro_liquidacion IS NOT new.nro_liquidacion OR old.lote IS NOT new.lote OR old.terminal IS NOT
    new.terminal OR old.tarjeta_nro IS NOT new.tarjeta_nro OR old.establecimiento IS NOT new.establecimiento OR
    old.tarjeta IS NOT new.tarjeta OR old.marca IS NOT new.marca OR old.comercio IS NOT new.comercio OR old.billetera IS
    NOT new.billetera
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('operaciones', new.n); END;
CREATE TRIGGER operaciones_busqueda_borra AFTER DELETE ON operaciones
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('operaciones', old.n); END;
CREATE VIRTUAL TABLE busqueda_movimientos USING fts5 (
  texto, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
);
CREATE TRIGGER movimientos_busqueda_cambia AFTER UPDATE OF
  informacion, referencia, voucher_asociado, categoria, razon_social, cuit, banco, cuenta, marca, comercio ON movimientos WHEN
  old.informacion IS NOT new.informacion OR old.referencia IS NOT new.referencia OR old.voucher_asociado IS NOT
    new.voucher_asociado OR old.categoria IS NOT new.categoria OR old.razon_social IS NOT new.razon_social OR old.cuit
    IS NOT new.cuit OR old.banco IS NOT new.banco OR old.cuenta IS NOT new.cuenta OR old.marca IS NOT new.marca OR
    old.comercio IS NOT new.comercio
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('movimientos', new.n); END;
CREATE TRIGGER movimientos_busqueda_borra AFTER DELETE ON movimientos
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('movimientos', old.n); END;
CREATE VIRTUAL TABLE busqueda_liquidaciones USING fts5 (
  texto, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
);
CREATE TRIGGER liquidaciones_busqueda_cambia AFTER UPDATE OF
  numero, establecimiento, tarjeta, marca, comercio, banco, provincia ON liquidaciones WHEN
  old.numero IS NOT new.numero OR old.establecimiento IS NOT new.establecimiento OR old.tarjeta IS NOT new.tarjeta OR
    old.marca IS NOT new.marca OR old.comercio IS NOT new.comercio OR old.banco IS NOT new.banco OR old.provincia IS NOT
    new.provincia
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('liquidaciones', new.n); END;
CREATE TRIGGER liquidaciones_busqueda_borra AFTER DELETE ON liquidaciones
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('liquidaciones', old.n); END;
CREATE VIRTUAL TABLE busqueda_rechazos USING fts5 (
  texto, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1'
);
CREATE TRIGGER rechazos_busqueda_cambia AFTER UPDATE OF
  rechazo, comprobante, autorizacion, lote, tarjeta_nro, motivo, descripcion, estado, establecimiento, tarjeta,
  marca, comercio ON rechazos WHEN
  old.rechazo IS NOT new.rechazo OR old.comprobante IS NOT new.comprobante OR old.autorizacion IS NOT new.autorizacion
    OR old.lote IS NOT new.lote OR old.tarjeta_nro IS NOT new.tarjeta_nro OR old.motivo IS NOT new.motivo OR
    old.descripcion IS NOT new.descripcion OR old.estado IS NOT new.estado OR old.establecimiento IS NOT
    new.establecimiento OR old.tarjeta IS NOT new.tarjeta OR old.marca IS NOT new.marca OR old.comercio IS NOT
    new.comercio
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('rechazos', new.n); END;
CREATE TRIGGER rechazos_busqueda_borra AFTER DELETE ON rechazos
BEGIN INSERT OR IGNORE INTO busqueda_pendiente VALUES ('rechazos', old.n); END;
${['operaciones', 'movimientos', 'liquidaciones', 'rechazos']
  .map((vista) => `busqueda_${vista}`)
  .map((index) => `INSERT INTO ${index} (${index}, rank) VALUES ('hashsize', 16777216), ('automerge', 8);`)
  .join('\n')}
`;

export const TABLES_SQL = ROWS + RESULTS + SEARCH;
