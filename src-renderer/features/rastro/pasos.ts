import type { DatosRastro, FilaConClave, RastroPaso, RastroPor } from '#contract/datos.ts';
import { escribirRuta } from '../../marco/rutas.ts';
import { m } from '../../paraglide/messages.js';
import type { NombreEstado } from '../../ui/estados.ts';
import { cantidad, fecha, monto } from '../../ui/format.ts';
import type { NombreIcono } from '../../ui/iconos.ts';

/** One line of the trail: a record, or the lack of one. */
export interface LineaDeRastro {
  readonly id: string;
  readonly icono: NombreIcono;
  readonly estado: NombreEstado;
  readonly titulo: string;
  /** Where its rows are; undefined when there is no such screen. */
  readonly enlace: string | undefined;
  /** Decimal text. */
  readonly importe: string | undefined;
  readonly detalle: string;
  /** The way is broken here: nothing is known of what comes after. */
  readonly corte: boolean;
}

type Parada = keyof DatosRastro;
const PARADAS: readonly { readonly parada: Parada; readonly icono: NombreIcono; readonly nombre: () => string }[] = [
  { parada: 'cupon', icono: 'file-up', nombre: m.rastro_cupon },
  { parada: 'operacion', icono: 'credit-card', nombre: m.rastro_operacion },
  { parada: 'liquidacion', icono: 'receipt-text', nombre: m.rastro_liquidacion },
  { parada: 'movimientos', icono: 'landmark', nombre: m.rastro_movimientos },
  { parada: 'impuestos', icono: 'percent', nombre: m.rastro_impuestos },
  { parada: 'rechazos', icono: 'undo-2', nombre: m.rastro_rechazos },
];
/** A place where there should be a record, and there is none. */
const SIN_REGISTRO: Readonly<Partial<Record<Parada, () => string>>> = {
  operacion: m.rastro_sin_operacion,
  liquidacion: m.rastro_sin_liquidacion,
};
/** What only some operations have: not to have it is not a broken trail. */
const OPTATIVAS: readonly Parada[] = ['cupon', 'impuestos', 'rechazos'];

const texto = (fila: FilaConClave, campo: string): string | undefined => {
  const valor = fila[campo];
  return typeof valor === 'string' && valor !== '' ? valor : undefined;
};

const IMPORTE: Readonly<Record<Parada, string>> = {
  cupon: 'importe',
  operacion: 'importe',
  liquidacion: 'total_acreditado',
  movimientos: 'importe_neto',
  impuestos: 'total_impuestos',
  rechazos: 'importe',
};

/** Taxes always subtract: they keep their minus (docs/visual-language.md §4). */
function importeDe(parada: Parada, fila: FilaConClave): string | undefined {
  const importe = texto(fila, IMPORTE[parada]);
  if (parada !== 'impuestos' || importe === undefined) return importe;
  return importe.startsWith('-') || !/[1-9]/.test(importe) ? importe : `-${importe}`;
}

function tituloDe(parada: Parada, nombre: string, fila: FilaConClave): string {
  const numero = {
    cupon: texto(fila, 'comprobante') ?? texto(fila, 'wallet_referencia'),
    operacion: texto(fila, 'comprobante'),
    liquidacion: texto(fila, 'numero'),
    movimientos: texto(fila, 'banco'),
    impuestos: texto(fila, 'numero'),
    rechazos: texto(fila, 'rechazo') ?? texto(fila, 'motivo'),
  }[parada];
  if (numero === undefined) return nombre;
  // One record has a name of its own: a place of the trail may have several.
  if (parada === 'movimientos') return m.rastro_un_movimiento({ banco: numero });
  return `${parada === 'rechazos' ? m.rastro_un_rechazo() : nombre} ${numero}`;
}

/** The name of a record by itself, as the trail calls it: what it is and its number. */
export function nombreDe(parada: Parada, fila: FilaConClave): string {
  return tituloDe(parada, PARADAS.find((una) => una.parada === parada)?.nombre() ?? '', fila);
}

const POR: Readonly<Record<RastroPor, () => string>> = {
  inicio: () => '',
  servicio: m.rastro_por_id,
  servicio_concilio: m.rastro_por_concilio,
  numero: m.rastro_por_numero,
  numero_y_marca: m.rastro_por_numero_y_marca,
  numero_marca_establecimiento_fecha: m.rastro_por_numero_y_mas,
  referencia_e_importe: m.rastro_por_referencia,
  referencia_importe_otro: m.rastro_por_referencia_otro,
  comprobante_y_tarjeta: m.rastro_por_comprobante,
  billetera: m.rastro_por_billetera,
  venta_y_comprobante: m.rastro_por_venta,
  venta_y_autorizacion: m.rastro_por_autorizacion,
  comprobante_fecha_otra: m.rastro_por_fecha_otra,
  resultado: m.rastro_por_resultado,
};

/** Stops whose amount is of a whole settlement. */
const DE_LA_LIQUIDACION: readonly Parada[] = ['liquidacion', 'movimientos', 'impuestos'];

/** Whose figure it is: that of a settlement is of all its sales, and one of them is what the trail is of. Nothing where no single sale is followed. */
function deQuien(parada: Parada, { operacion, liquidacion: { ventas } }: DatosRastro): readonly string[] {
  if (ventas === undefined || !DE_LA_LIQUIDACION.includes(parada)) return [];
  const cuantas = m.datos_ventas_n({ n: ventas, texto: cantidad(ventas) });
  const [venta] = operacion.filas;
  const parte =
    operacion.total === 1 && !operacion.ambiguo && venta !== undefined ? texto(venta, 'importe') : undefined;
  if (parada !== 'liquidacion') return parte === undefined || ventas === 1 ? [] : [m.rastro_de_la_liquidacion()];
  return parte === undefined || ventas === 1 ? [cuantas] : [cuantas, m.rastro_tu_parte({ importe: monto(parte) })];
}

/** The words of the line below: when, what of, whose, how it is known. */
function detalleDe(parada: Parada, fila: FilaConClave, rastro: DatosRastro): string {
  const cuando = texto(fila, 'fecha_venta') ?? texto(fila, 'fecha');
  const por = rastro[parada]?.por ?? null;
  const partes = [
    cuando === undefined ? undefined : fecha(cuando),
    texto(fila, 'tarjeta') ?? texto(fila, 'tarjeta_desc'),
    texto(fila, 'informacion'),
    ...deQuien(parada, rastro),
    por === null ? undefined : POR[por](),
    texto(fila, 'en_duda') === undefined ? undefined : m.datos_en_duda(),
  ];
  return partes.filter((parte) => parte !== undefined && parte !== '').join(' · ');
}

/** The result that knows it, with it chosen; a trail that begins in the coupon is there already. */
export function enlaceDeCupon(cupon: Readonly<Record<string, unknown>>): string | undefined {
  const { conciliacion, archivo, fila, comprobante } = cupon;
  if (typeof conciliacion !== 'string') return undefined;
  const lugar =
    typeof fila === 'number'
      ? { cupon: { fila, ...(typeof archivo === 'string' ? { archivo } : {}) } }
      : { grupo: 'conciliados' as const, texto: typeof comprobante === 'string' ? comprobante : '' };
  return escribirRuta({ seccion: 'conciliaciones', id: conciliacion, filtro: lugar });
}

function enlaceDe(parada: Parada, fila: FilaConClave): string | undefined {
  if (parada === 'cupon') return enlaceDeCupon(fila);
  const id = texto(fila, 'id');
  if ((parada === 'liquidacion' || parada === 'impuestos') && id !== undefined) {
    return escribirRuta({ seccion: parada === 'liquidacion' ? 'liquidaciones' : 'impuestos', id, filtro: {} });
  }
  const seccion = parada === 'operacion' ? 'operaciones' : parada === 'rechazos' ? 'rechazos' : 'movimientos';
  if (id === undefined) return undefined;
  const filtros = [{ campo: 'id', valor: id }];
  return escribirRuta({ seccion, filtro: { siempre: true, filtros, fila: fila.clave, retiradas: true } });
}

/** What the service says has not happened yet, with the day that it expects when the operation has one. */
function pendienteDe(parada: Parada, { operacion: { filas, total } }: DatosRastro): string {
  if (parada === 'impuestos') return m.rastro_pendiente_impuestos();
  const pago = total === 1 && filas[0] !== undefined ? texto(filas[0], 'fecha_pago') : undefined;
  if (parada === 'movimientos') {
    return pago === undefined ? m.rastro_pendiente_banco() : m.rastro_pendiente_banco_el({ fecha: fecha(pago) });
  }
  return pago === undefined ? m.rastro_pendiente() : m.rastro_pendiente_el({ fecha: fecha(pago) });
}

interface Parado {
  readonly parada: Parada;
  readonly icono: NombreIcono;
  readonly nombre: string;
  readonly paso: RastroPaso;
}

function sinRegistro({ parada, icono, nombre, paso }: Parado, rastro: DatosRastro): LineaDeRastro {
  // Of an operation that is known, a chargeback that is not there is good news, not something to look for.
  const sinRechazos = parada === 'rechazos' && rastro.operacion.estado === 'encontrado';
  const detalle = {
    no_encontrado: sinRechazos ? m.rastro_ninguno : m.rastro_no_encontrado,
    no_descargado: m.rastro_no_descargado,
    no_contratado: m.rastro_no_contratado,
    pendiente: () => pendienteDe(parada, rastro),
    encontrado: () => '',
  }[paso.estado]();
  const falta = paso.estado === 'no_encontrado' && !OPTATIVAS.includes(parada);
  return {
    id: parada,
    icono,
    estado: paso.estado === 'pendiente' ? 'espera' : falta ? 'sin-conciliar' : 'sin-datos',
    titulo: falta ? (SIN_REGISTRO[parada]?.() ?? nombre) : nombre,
    enlace: undefined,
    importe: undefined,
    detalle,
    corte: paso.estado !== 'pendiente' && !OPTATIVAS.includes(parada),
  };
}

/** Lines shown of one stop; the rest are said by their number. */
const MUESTRA = 3;

/** The trail, stop by stop, from the coupon to the bank, and what was deducted or rejected on the way. */
export function lineasDeRastro(rastro: DatosRastro): readonly LineaDeRastro[] {
  return PARADAS.flatMap(({ parada, icono, nombre }): readonly LineaDeRastro[] => {
    const paso = rastro[parada];
    if (paso === null) return [];
    if (paso.estado !== 'encontrado' || paso.filas.length === 0)
      return [sinRegistro({ parada, icono, nombre: nombre(), paso }, rastro)];
    const lineas = paso.filas.slice(0, MUESTRA).map((fila): LineaDeRastro => {
      const varios = paso.total === 1 ? m.rastro_candidato() : m.rastro_ambiguo({ n: cantidad(paso.total) });
      const ambiguo = paso.ambiguo ? varios : undefined;
      return {
        id: `${parada} ${fila.clave}`,
        icono,
        estado: paso.ambiguo ? 'dudoso' : 'conciliado',
        titulo: tituloDe(parada, nombre(), fila),
        enlace: enlaceDe(parada, fila),
        importe: importeDe(parada, fila),
        detalle: ambiguo ?? detalleDe(parada, fila, rastro),
        corte: false,
      };
    });
    const resto = paso.total - lineas.length;
    const ultima = lineas.at(-1);
    if (resto <= 0 || ultima === undefined) return lineas;
    const y = m.rastro_y_mas({ n: cantidad(resto) });
    return [...lineas.slice(0, -1), { ...ultima, detalle: `${ultima.detalle} · ${y}` }];
  });
}
