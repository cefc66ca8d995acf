import type { FilaConClave } from '#contract/datos.ts';
import { m } from '../../paraglide/messages.js';
import { sumar } from '../../ui/format.ts';
import { textoDe } from './columnas.ts';

/** A line of an account: what, at what rate, how much (decimal text). */
export interface Renglon {
  readonly id: string;
  readonly concepto: string;
  readonly porcentaje: string;
  readonly importe: string;
}

export interface Grupo {
  readonly titulo: string;
  readonly renglones: readonly Renglon[];
  readonly rotuloTotal: string;
  readonly total: string;
  /** What its lines add up to, when that is not its total. */
  readonly suman: string | undefined;
}

const FACTURADO = {
  facturado_debito: m.liq_debito,
  facturado_credito: m.liq_credito,
  facturado_credito_cuotas: m.liq_cuotas,
  facturado_descontado: m.liq_descontado,
  facturado_otro: m.liq_otro,
} as const;
const DESCONTADO = {
  descontado_arancel: m.liq_arancel,
  descontado_cuota: m.liq_cuota,
  descontado_promocion: m.liq_promocion,
  descontado_impuesto: m.liq_impuesto,
  descontado_adelanto: m.liq_adelanto,
  descontado_otro: m.liq_otro,
} as const;

const conAlgo = (importe: string): boolean => /[1-9]/.test(importe);
const conComa = (porcentaje: string): string => (conAlgo(porcentaje) ? `${porcentaje.replace('.', ',')} %` : '');

const deCampos = (fila: FilaConClave, campos: Readonly<Record<string, () => string>>): readonly Renglon[] =>
  Object.entries(campos).flatMap(([campo, concepto]) => {
    const importe = textoDe(fila, campo);
    // One that the service does not say is not nothing.
    return conAlgo(importe) || fila[campo] === null
      ? [{ id: campo, concepto: concepto(), porcentaje: '', importe }]
      : [];
  });

/** A detail of the API as its records: a list in it, by name, or the detail itself. What is not one is left out. */
function lista(detalle: unknown, nombre?: string): readonly Readonly<Record<string, unknown>>[] {
  const dentro: unknown =
    nombre === undefined || typeof detalle !== 'object' || detalle === null ? detalle : Reflect.get(detalle, nombre);
  return Array.isArray(dentro)
    ? dentro.filter((una): una is Readonly<Record<string, unknown>> => typeof una === 'object' && una !== null)
    : [];
}

const texto = (registro: Readonly<Record<string, unknown>>, campo: string): string => {
  const valor = registro[campo];
  return typeof valor === 'string' ? valor : '';
};

function renglon(registro: Readonly<Record<string, unknown>>, indice: number): Renglon {
  const descripcion = texto(registro, 'descripcion');
  const motivo = texto(registro, 'motivo');
  return {
    id: String(indice),
    concepto: descripcion === '' ? motivo : descripcion,
    porcentaje: conComa(texto(registro, 'porcentaje')),
    importe: texto(registro, 'importe'),
  };
}

function grupo(titulo: string, rotuloTotal: string, renglones: readonly Renglon[], total: string): Grupo {
  const suma = sumar(renglones.map(({ importe }) => importe.replace('-', '')));
  const absoluto = sumar([total.replace('-', '')]).total;
  const cierra = renglones.length === 0 || total === '' || suma.sinLeer > 0 || suma.total === absoluto;
  return { titulo, renglones, rotuloTotal, total, suman: cierra ? undefined : suma.total };
}

/** From what was billed to what was credited: the detail that the service sent, or else its sums by kind. */
export function extractoDe(fila: FilaConClave): { readonly facturado: Grupo; readonly descuentos: Grupo } {
  const detallados = lista(fila['detalle'], 'descuentos').map(renglon);
  return {
    facturado: grupo(
      m.liq_facturado(),
      m.liq_total_facturado(),
      deCampos(fila, FACTURADO),
      textoDe(fila, 'total_facturado'),
    ),
    descuentos: grupo(
      m.liq_descuentos(),
      m.liq_total_descontado(),
      detallados.length > 0 ? detallados : deCampos(fila, DESCONTADO),
      textoDe(fila, 'total_descontado'),
    ),
  };
}

const TIPOS = [
  { prefijo: 'IMPUESTO', titulo: m.imp_impuestos, total: 'total_impuestos', campos: ['impuesto_iva_105', 'impuesto_iva_21', 'impuesto_otros'] },
  { prefijo: 'RETENCI', titulo: m.imp_retenciones, total: 'total_retenciones', campos: ['retencion_iva', 'retencion_iibb', 'retencion_ganancias', 'retencion_otros'] },
  { prefijo: 'PERCEPCI', titulo: m.imp_percepciones, total: 'total_percepciones', campos: ['percepcion_iva', 'percepcion_iibb', 'percepcion_ganancias', 'percepcion_otros'] },
] as const; // prettier-ignore

/** The taxes of a settlement, withholdings apart from perceptions; `nombreDe` calls a field. */
export function impuestosDe(fila: FilaConClave, nombreDe: (campo: string) => string): readonly Grupo[] {
  const detalle = lista(fila['detalle']);
  return TIPOS.map(({ prefijo, titulo, total, campos }) => {
    const propios = detalle.filter((uno) => texto(uno, 'tipo').toUpperCase().startsWith(prefijo)).map(renglon);
    const porCampos = deCampos(fila, Object.fromEntries(campos.map((campo) => [campo, () => nombreDe(campo)])));
    return grupo(titulo(), titulo(), propios.length > 0 ? propios : porCampos, textoDe(fila, total));
  }).filter(({ renglones, total }) => renglones.length > 0 || conAlgo(total));
}

/** The sales as the service's own detail has them, for when the operations are not here. */
export const ventasDelDetalle = (fila: FilaConClave): readonly Renglon[] =>
  lista(fila['detalle'], 'ventas').map(renglon);
