import type { RevisionArchivo, RevisionColumna, RevisionTabla } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
import { nombreDeCampo } from './campos.ts';
import type { Campo } from './celda.ts';

export interface CampoMapeado {
  readonly campo: Campo;
  readonly columna: RevisionColumna | undefined;
  /** Other columns whose header names this field: a doubt. */
  readonly otras: readonly RevisionColumna[];
}

export interface Grupos {
  readonly decidir: readonly CampoMapeado[];
  readonly encontrados: readonly CampoMapeado[];
  readonly sinColumna: readonly CampoMapeado[];
  readonly sinUso: readonly RevisionColumna[];
}

const OBLIGATORIOS: readonly Campo[] = ['fecha_venta', 'importe'];
/** A pair of which every coupon of a card needs both. */
const DE_TARJETA: readonly Campo[] = ['comprobante', 'tarjeta_nro'];

/** Whether a coupon cannot do without a field: with a wallet's columns, the card's are not needed. */
export function esObligatorio(campo: Campo, tabla: RevisionTabla): boolean {
  const wallet = tabla.columnas.some((one) => one.campo === 'wallet_referencia');
  return OBLIGATORIOS.includes(campo) || (!wallet && DE_TARJETA.includes(campo));
}

const PALABRAS: Readonly<Partial<Record<Campo, () => string>>> = {
  fecha_venta: m.columnas_la_fecha,
  importe: m.columnas_el_importe,
  comprobante: m.columnas_el_comprobante,
  tarjeta_nro: m.columnas_los_ultimos,
  wallet_referencia: m.columnas_la_referencia,
  wallet_tipo_operacion: m.columnas_el_tipo,
};

/** What no coupon can do without and has no column, as it is said after «No encontramos». */
export const queFalta = (faltan: readonly Campo[]): string =>
  faltan.map((campo) => (PALABRAS[campo] ?? (() => nombreDeCampo(campo)))()).join(m.columnas_ni());

/** How a sheet is called among those that are read: by its file, where there are several, and by its name, where its file has several. */
export function nombreDeHoja(archivo: RevisionArchivo, todos: readonly RevisionArchivo[]): string {
  const hoja = archivo.tabla?.hoja ?? null;
  const varios = todos.some(({ origen }) => origen !== archivo.origen);
  const conHermanas = todos.some((one) => one !== archivo && one.origen === archivo.origen);
  if (hoja === null || !conHermanas) return archivo.nombre;
  return varios ? `${archivo.nombre} · ${hoja}` : hoja;
}

/** The fields of a file, doubts and what is missing first (docs/screens.md, step 2). A column that the person chose is no doubt any more. */
export function agrupar(tabla: RevisionTabla, campos: readonly Campo[], faltan: readonly Campo[]): Grupos {
  const mapeados = campos.map((campo): CampoMapeado => {
    const columna = tabla.columnas.find((one) => one.campo === campo);
    const decided = columna?.motivo === 'mapear' || columna?.motivo === 'plantilla';
    const otras = decided ? [] : tabla.columnas.filter((one) => one.conflicto === campo);
    return { campo, columna, otras };
  });
  const doubtful = ({ campo, columna, otras }: CampoMapeado): boolean =>
    otras.length > 0 || (columna === undefined && faltan.includes(campo));
  return {
    decidir: mapeados.filter(doubtful),
    encontrados: mapeados.filter((one) => !doubtful(one) && one.columna !== undefined),
    sinColumna: mapeados.filter((one) => !doubtful(one) && one.columna === undefined),
    sinUso: tabla.columnas.filter(({ campo }) => campo === null),
  };
}

/** How a column is called where it is chosen: its header, else its letter. */
export const nombreDeColumna = ({ titulo, letra }: RevisionColumna): string => (titulo === '' ? letra : titulo);
