import type { Migration } from '../../sqlite/open.ts';

/**
 * The tables of the cache. Amounts are centavos, dates ISO, identifiers text; the time of a date is in a column of its own (null: not reported).
 * `hash` is the digest of a row's content: a row that comes again unchanged is not written. `visto_desde`/`visto_hasta` is the window in which a row
 * was written, for lists that are filtered by another date than their rows carry. `retirada` is when a row that stopped coming was given up.
 *
 * The indexes serve the queries: pages and totals of a period (covering the count and the sum of the amount), the other dates of operations, links
 * between records, and the vouchers that people type.
 */
export const cacheCreate: Migration = {
  version: 1,
  sql: `
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
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE liquidaciones (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, marca TEXT, tarjeta TEXT, comercio TEXT, provincia TEXT, banco TEXT,
  establecimiento TEXT, tipo TEXT, numero TEXT, fecha TEXT, fecha_recupero_adelanto TEXT, fecha_recupero_adelanto_hora TEXT,
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
  establecimiento TEXT, tipo TEXT, numero TEXT, fecha TEXT, fecha_recupero_adelanto TEXT, fecha_recupero_adelanto_hora TEXT,
  facturado_debito INTEGER, facturado_credito INTEGER, facturado_credito_cuotas INTEGER, facturado_descontado INTEGER,
  facturado_otro INTEGER, total_facturado INTEGER, descontado_arancel INTEGER, descontado_promocion INTEGER,
  descontado_impuesto INTEGER, descontado_cuota INTEGER, descontado_adelanto INTEGER, descontado_otro INTEGER,
  total_descontado INTEGER, total_acreditado INTEGER, acreditada INTEGER, operaciones INTEGER, cashback INTEGER,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE TABLE conciliaciones (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fecha TEXT, origen_desde TEXT, origen_hasta TEXT, total INTEGER,
  nuevos INTEGER, existentes INTEGER, error INTEGER, conciliados INTEGER, sin_conciliar INTEGER, estado TEXT,
  extra TEXT, hash TEXT NOT NULL, visto_desde TEXT, visto_hasta TEXT, retirada INTEGER
) STRICT;
CREATE INDEX operaciones_venta ON operaciones (fecha_venta, fecha_venta_hora, retirada, importe);
CREATE INDEX operaciones_pago ON operaciones (fecha_pago);
CREATE INDEX operaciones_liquidacion ON operaciones (liquidaciones_id);
CREATE INDEX operaciones_comprobante ON operaciones (comprobante);
CREATE INDEX movimientos_fecha ON movimientos (fecha, fecha_hora, retirada, importe);
CREATE INDEX movimientos_liquidacion ON movimientos (liquidaciones_id) WHERE liquidaciones_id IS NOT NULL;
CREATE INDEX movimientos_operacion ON movimientos (transacciones_id) WHERE transacciones_id IS NOT NULL;
CREATE INDEX liquidaciones_fecha ON liquidaciones (fecha, retirada);
CREATE INDEX liquidaciones_numero ON liquidaciones (numero);
CREATE INDEX impuestos_fecha ON impuestos (fecha, retirada);
CREATE INDEX rechazos_fecha ON rechazos (fecha, fecha_hora, retirada);
CREATE INDEX rechazos_comprobante ON rechazos (comprobante);
CREATE INDEX liquidaciones_conciliadas_fecha ON liquidaciones_conciliadas (fecha, retirada);
CREATE INDEX calendario_fecha ON calendario (fecha);
CREATE INDEX conciliaciones_fecha ON conciliaciones (fecha);
CREATE TABLE cobertura (
  n INTEGER PRIMARY KEY, metodo TEXT NOT NULL, campo TEXT NOT NULL, filtro TEXT NOT NULL, desde TEXT NOT NULL, hasta TEXT NOT NULL,
  leido INTEGER NOT NULL, estado TEXT NOT NULL CHECK (estado IN ('completa', 'inestable')), contratado INTEGER NOT NULL
) STRICT;
CREATE INDEX cobertura_ventana ON cobertura (metodo, campo, filtro, desde);
CREATE TABLE ausencia (
  metodo TEXT NOT NULL, id TEXT NOT NULL, desde INTEGER NOT NULL, PRIMARY KEY (metodo, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE cuarentena (
  n INTEGER PRIMARY KEY, metodo TEXT NOT NULL, huella TEXT NOT NULL, id TEXT, crudo TEXT NOT NULL, motivo TEXT NOT NULL,
  primera INTEGER NOT NULL, ultima INTEGER NOT NULL, UNIQUE (metodo, huella)
) STRICT;
CREATE TABLE corrida (
  n INTEGER PRIMARY KEY, pedido TEXT NOT NULL, empezada INTEGER NOT NULL, terminada INTEGER
) STRICT;
CREATE TABLE saber (clave TEXT PRIMARY KEY, valor TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
};
