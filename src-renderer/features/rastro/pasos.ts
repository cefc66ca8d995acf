import { etiquetaDeCampo } from '#contract/datos-etiquetas.ts';
import type { DatosRastro, FilaConClave, RastroPaso } from '#contract/datos.ts';
import { escribirRuta } from '../../marco/rutas.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import type { NombreEstado } from '../../ui/estados.ts';
import { cantidad, fecha } from '../../ui/format.ts';
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
  movimientos: 'importe',
  impuestos: 'total_impuestos',
  rechazos: 'importe',
};

function tituloDe(parada: Parada, nombre: string, fila: FilaConClave): string {
  const numero = {
    cupon: texto(fila, 'comprobante') ?? texto(fila, 'wallet_referencia'),
    operacion: texto(fila, 'comprobante'),
    liquidacion: texto(fila, 'numero'),
    movimientos: texto(fila, 'banco'),
    impuestos: texto(fila, 'numero'),
    rechazos: texto(fila, 'rechazo') ?? texto(fila, 'motivo'),
  }[parada];
  return numero === undefined ? nombre : `${nombre} ${numero}`;
}

/** The words of the line below: when, what of, how it is known. */
function detalleDe(fila: FilaConClave, paso: RastroPaso): string {
  const cuando = texto(fila, 'fecha_venta') ?? texto(fila, 'fecha');
  const idioma = getLocale() === 'en' ? 'en' : 'es';
  const campos = paso.campos.map((campo) => etiquetaDeCampo(campo, idioma)).join(', ');
  const por = paso.porIdentificador
    ? m.rastro_por_id()
    : campos === ''
      ? paso.por
      : m.rastro_por_valores({ campos: campos.toLowerCase() });
  const partes = [
    cuando === undefined ? undefined : fecha(cuando),
    texto(fila, 'tarjeta') ?? texto(fila, 'tarjeta_desc'),
    texto(fila, 'informacion'),
    por === '' ? undefined : por,
  ];
  return partes.filter((parte) => parte !== undefined).join(' · ');
}

function enlaceDe(parada: Parada, fila: FilaConClave): string | undefined {
  if (parada === 'cupon') return undefined;
  const id = texto(fila, 'id');
  if ((parada === 'liquidacion' || parada === 'impuestos') && id !== undefined) {
    return escribirRuta({ seccion: parada === 'liquidacion' ? 'liquidaciones' : 'impuestos', id, filtro: {} });
  }
  const seccion = parada === 'operacion' ? 'operaciones' : parada === 'rechazos' ? 'rechazos' : 'movimientos';
  if (id === undefined) return undefined;
  const filtros = [{ campo: 'id', valor: id }];
  return escribirRuta({ seccion, filtro: { siempre: true, filtros, fila: fila.clave, retiradas: true } });
}

function sinRegistro(parada: Parada, icono: NombreIcono, nombre: string, paso: RastroPaso): LineaDeRastro {
  const detalle = {
    no_encontrado: m.rastro_no_encontrado(),
    no_descargado: m.rastro_no_descargado(),
    no_contratado: m.rastro_no_contratado(),
    encontrado: '',
  }[paso.estado];
  const falta = paso.estado === 'no_encontrado' && !OPTATIVAS.includes(parada);
  return {
    id: parada,
    icono,
    estado: falta ? 'sin-conciliar' : 'sin-datos',
    titulo: nombre,
    enlace: undefined,
    importe: undefined,
    detalle,
    corte: !OPTATIVAS.includes(parada),
  };
}

/** Lines shown of one stop; the rest are said by their number. */
const MUESTRA = 3;

/** The trail, stop by stop, from the coupon to the bank, and what was deducted or rejected on the way. */
export function lineasDeRastro(rastro: DatosRastro): readonly LineaDeRastro[] {
  return PARADAS.flatMap(({ parada, icono, nombre }): readonly LineaDeRastro[] => {
    const paso = rastro[parada];
    if (paso === null) return [];
    if (paso.estado !== 'encontrado' || paso.filas.length === 0) return [sinRegistro(parada, icono, nombre(), paso)];
    const lineas = paso.filas.slice(0, MUESTRA).map((fila): LineaDeRastro => {
      const varios = paso.total === 1 ? m.rastro_candidato() : m.rastro_ambiguo({ n: cantidad(paso.total) });
      const ambiguo = paso.ambiguo ? varios : undefined;
      return {
        id: `${parada} ${fila.clave}`,
        icono,
        estado: paso.ambiguo ? 'dudoso' : 'conciliado',
        titulo: tituloDe(parada, nombre(), fila),
        enlace: enlaceDe(parada, fila),
        importe: texto(fila, IMPORTE[parada]),
        detalle: ambiguo ?? detalleDe(fila, paso),
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
