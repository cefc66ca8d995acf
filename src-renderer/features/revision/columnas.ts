import type { RevisionColumna, RevisionTabla } from '#contract/revision.ts';
import { m } from '../../paraglide/messages.js';
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

/** What no coupon can do without and has no column, as it is said after «No encontramos». */
export function queFalta(tabla: RevisionTabla): string {
  const palabras = { fecha_venta: m.columnas_la_fecha, importe: m.columnas_el_importe } as const;
  const faltan = (['fecha_venta', 'importe'] as const).filter((campo) =>
    tabla.columnas.every((columna) => columna.campo !== campo),
  );
  return faltan.map((campo) => palabras[campo]()).join(m.columnas_ni());
}

/** The fields of a file, doubts and what is missing first (SCREENS.md, step 2). A column that the person chose is no doubt any more. */
export function agrupar(tabla: RevisionTabla, campos: readonly Campo[]): Grupos {
  const mapeados = campos.map((campo): CampoMapeado => {
    const columna = tabla.columnas.find((one) => one.campo === campo);
    const decided = columna?.motivo === 'mapear' || columna?.motivo === 'plantilla';
    const otras = decided ? [] : tabla.columnas.filter((one) => one.conflicto === campo);
    return { campo, columna, otras };
  });
  const doubtful = ({ campo, columna, otras }: CampoMapeado): boolean =>
    otras.length > 0 || (columna === undefined && esObligatorio(campo, tabla));
  return {
    decidir: mapeados.filter(doubtful),
    encontrados: mapeados.filter((one) => !doubtful(one) && one.columna !== undefined),
    sinColumna: mapeados.filter((one) => !doubtful(one) && one.columna === undefined),
    sinUso: tabla.columnas.filter(({ campo }) => campo === null),
  };
}

/** How a column is called where it is chosen: its header, else its letter. */
export const nombreDeColumna = ({ titulo, letra }: RevisionColumna): string => (titulo === '' ? letra : titulo);
