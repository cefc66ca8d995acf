import type { Migration } from '../../sqlite/open.ts';

/**
 * The index for what people type: groups of three characters, for each view that grows, filled apart from the synchronisation. `busqueda` says up to
 * which row the index goes. `busqueda_pendiente` says which rows changed after they were indexed; triggers note them, and fire only when a searched
 * field really changes. The index keeps no text of its own (`content=''`) nor where in the row a group is (`detail=none`). The other indexes serve
 * the links between records; `ventana` says which days were being read when a row was set aside.
 */
export const createSearchIndex: Migration = {
  version: 3,
  sql: `
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
CREATE INDEX impuestos_numero ON impuestos (numero);
CREATE INDEX movimientos_referencia ON movimientos (referencia);
ALTER TABLE cuarentena ADD COLUMN ventana TEXT;
`,
};
