import { daysInMonth, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { COMERCIOS, CUIT, establecimientoDe, RAZON_SOCIAL, TARJETAS } from './catalogo.ts';
import {
  comerciosPedidos,
  escribirTotal,
  extras,
  hoja,
  json,
  vinculoVacio,
  type Contexto,
  type Cuerpo,
} from './contexto.ts';
import { conMiles, decimal, en, hora } from './formato.ts';
import { identidadDe } from './listar-operaciones.ts';
import type { Movimiento } from './movimientos.ts';
import { idDeOperacion } from './operaciones.ts';
import {
  contieneDia,
  escribirId,
  exigir,
  importeDe,
  leerVentana,
  Rechazado,
  SEGUNDOS_DIA,
  unoDe,
  type Parametros,
} from './parametros.ts';

/** GET /v1/calendario: one entry per day of the month, amounts with thousands commas. */
export function listarCalendario(contexto: Contexto, parametros: Parametros): Cuerpo {
  const { datos, rasgos } = contexto;
  const mes = exigir(parametros, 'fecha');
  const primero = parseIsoDate(`${mes}-01`);
  if (primero === undefined) throw new Rechazado(400, 'Fecha inválida en fecha');
  const comercios = comerciosPedidos(parametros, rasgos);
  const dias = daysInMonth(Number(mes.slice(0, 4)), Number(mes.slice(5, 7)));
  const suma = (de: (comercio: number) => number): string =>
    conMiles(COMERCIOS.reduce((n, _, c) => (comercios === undefined || comercios.has(c) ? n + de(c) : n), 0));
  return json(
    Array.from({ length: dias }, (_, d) => {
      const dia = toDayNumber(primero) + d;
      return {
        dia: String(d + 1).padStart(2, '0'),
        fecha: datos.fechas.iso(dia),
        vendido: suma((c) => datos.vendido(dia, c)),
        acreditado: suma((c) => datos.acreditado(dia, c)),
        ...extras(rasgos),
      };
    }),
  );
}

/** GET /v1/comercios: all of the account. */
export function listarComercios({ rasgos }: Contexto): Cuerpo {
  const comercios = COMERCIOS.map((c) => ({
    id: escribirId(c.id, rasgos),
    nombre: c.nombre,
    razon_social: RAZON_SOCIAL,
    cuit: CUIT,
    direccion: c.direccion,
    codigo_postal: c.codigoPostal,
    provincia: c.provincia,
    localidad: c.localidad,
    rubro: 'PANADERÍA Y CONFITERÍA',
    ...extras(rasgos),
  }));
  return json({ comercios, total: escribirTotal(comercios.length, rasgos) });
}

const LIMITES_MOVIMIENTOS = { defecto: 25, maximo: 1000 };
/** No maximum is stated; a server has one. */
const LIMITES_RECHAZOS = { defecto: 25, maximo: 100 };

const CONCILIADO: Record<'TODOS' | 'N' | 'C' | 'T' | 'L', (m: Movimiento) => boolean> = {
  TODOS: () => true,
  N: (m) => m.liquidacion < 0 && m.operacion < 0,
  C: (m) => m.liquidacion >= 0 || m.operacion >= 0,
  T: (m) => m.operacion >= 0,
  L: (m) => m.liquidacion >= 0,
};

function elegirMovimientos({ datos, rasgos }: Contexto, parametros: Parametros): readonly Movimiento[] {
  const ventana = leerVentana(parametros, rasgos, true);
  const conciliado = CONCILIADO[unoDe(parametros, 'conciliado', ['TODOS', 'N', 'C', 'T', 'L'])];
  const exacto = importeDe(parametros, 'importe');
  const minimo = importeDe(parametros, 'importe_min') ?? Number.NEGATIVE_INFINITY;
  const maximo = importeDe(parametros, 'importe_max') ?? Number.POSITIVE_INFINITY;
  const igual = (clave: string, valor: string): boolean => {
    const pedido = parametros.get(clave);
    return pedido === undefined || pedido.normalize('NFC') === valor;
  };
  const q = parametros.get('q')?.normalize('NFC').toUpperCase();
  if (rasgos.filtros === 'ignora') return datos.movimientos;
  return datos.movimientos.filter((m) => {
    const instante = m.fecha * SEGUNDOS_DIA + m.segundo;
    return (
      instante >= ventana.desde &&
      instante < ventana.hasta &&
      conciliado(m) &&
      (exacto === undefined || m.importe === exacto) &&
      m.importe >= minimo &&
      m.importe <= maximo &&
      igual('cuenta', m.banco.cuenta) &&
      igual('cbu', m.banco.cbu) &&
      igual('debito_credito', m.debitoCredito) &&
      igual('categoria', m.categoria) &&
      igual('marca', m.marca) &&
      (q === undefined ||
        [m.informacion, m.banco.codigo, m.cuit, m.referencia].some((t) => t.toUpperCase().includes(q)))
    );
  });
}

function movimientoWire({ datos, rasgos }: Contexto, m: Movimiento): object {
  const { ops } = datos;
  const vacio = vinculoVacio(rasgos);
  const liquidacion = datos.liquidaciones[m.liquidacion];
  return {
    id: escribirId(m.id, rasgos),
    fecha: `${datos.fechas.iso(m.fecha)} ${hora(m.segundo)}`,
    banco: m.banco.nombre,
    cuenta: m.banco.cuenta,
    cbu: m.banco.cbu,
    cuit_cuenta: CUIT,
    razon_social: RAZON_SOCIAL,
    categoria: m.categoria,
    informacion: m.informacion,
    codigo_banco: m.banco.codigo,
    cuit: m.cuit,
    debito_credito: m.debitoCredito,
    importe: decimal(m.importe),
    referencia: m.referencia,
    tipo: m.tipo,
    marca: m.marca,
    comercio: m.comercio,
    voucher_asociado: m.voucher,
    liquidaciones_id: liquidacion === undefined ? vacio : escribirId(liquidacion.id, rasgos),
    transacciones_id:
      m.operacion < 0 ? vacio : escribirId(idDeOperacion(en(ops.dia, m.operacion), en(ops.orden, m.operacion)), rasgos),
    conciliado: m.liquidacion >= 0 || m.operacion >= 0,
    ...extras(rasgos),
  };
}

/** Credits less debits. */
const neto = (movimientos: readonly Movimiento[]): string =>
  decimal(movimientos.reduce((n, m) => n + (m.debitoCredito === 'C' ? m.importe : -m.importe), 0));

/** GET /v1/movimientos. Without the bank feed: `interbanking: false` and nothing else, whatever was asked. */
export function listarMovimientos(contexto: Contexto, parametros: Parametros): Cuerpo {
  const { rasgos } = contexto;
  const filas = elegirMovimientos(contexto, parametros);
  if (rasgos.interbanking === 'no') {
    return json({ interbanking: false, movimientos: [], total: escribirTotal(0, rasgos), importe_total: '0.00' });
  }
  const pagina = hoja(contexto, parametros, { filas, limites: LIMITES_MOVIMIENTOS, porId: (a, b) => a.id - b.id });
  return json({
    interbanking: true,
    movimientos: pagina.map((m) => movimientoWire(contexto, m)),
    total: escribirTotal(filas.length, rasgos),
    importe_total: neto(rasgos.importe_total === 'pagina' ? pagina : filas),
  });
}

/** GET /v1/rechazos: chargebacks, rejections and refunds; the list is under `operaciones`. */
export function listarRechazos(contexto: Contexto, parametros: Parametros): Cuerpo {
  const { datos, rasgos } = contexto;
  const ventana = leerVentana(parametros, rasgos, false);
  const comercios = comerciosPedidos(parametros, rasgos);
  const filas = datos.rechazos.filter(
    (r) =>
      rasgos.filtros === 'ignora' ||
      (contieneDia(ventana, rasgos.fecha_filtro === 'pago' ? r.transferencia : r.fecha) &&
        (comercios === undefined || comercios.has(r.comercio))),
  );
  const operaciones = hoja(contexto, parametros, {
    filas,
    limites: LIMITES_RECHAZOS,
    porId: (a, b) => a.id - b.id,
  }).map((r) => {
    const { lote, comprobante, tarjetaNro, autorizacion } = identidadDe(datos, r.operacion);
    const tarjeta = TARJETAS[r.tarjeta];
    return {
      id: escribirId(r.id, rasgos),
      fecha: datos.fechas.iso(r.fecha),
      marca: tarjeta?.marca,
      tarjeta: tarjeta?.nombre,
      establecimiento: tarjeta === undefined ? '' : establecimientoDe(r.comercio, tarjeta.marca),
      motivo: r.motivo,
      descripcion: r.descripcion,
      importe: decimal(r.importe),
      comercio: COMERCIOS[r.comercio]?.nombre,
      estado: r.estado,
      lote,
      comprobante,
      tarjeta_nro: tarjetaNro,
      rechazo: r.numero,
      autorizacion,
      fecha_transferencia: datos.fechas.iso(r.transferencia),
      fecha_presentacion: datos.fechas.iso(en(datos.ops.presentacion, r.operacion)),
      ...extras(rasgos),
    };
  });
  return json({ operaciones, total: escribirTotal(filas.length, rasgos) });
}
