/** The forms that values of the service are read in, and what is wrong with a row that was set aside: "importe: importe sin separador de miles". */
export const FORMAS = {
  booleano: 'booleano',
  booleano_escrito: '«true» o «false» como texto',
  booleano_o_nulo: 'booleano o nulo',
  codigo: 'código',
  cuenta: 'cuenta',
  cuenta_o_nada: 'cuenta, o nada',
  fecha_dmy: 'fecha DD/MM/AAAA',
  fecha_hora: 'fecha con o sin hora',
  fecha_hora_o_nada: 'fecha con o sin hora, o nada',
  fecha_iso: 'fecha AAAA-MM-DD',
  fecha_iso_o_nada: 'fecha AAAA-MM-DD, o nada',
  fecha_suelta_o_nada: 'fecha en una forma conocida, o nada',
  identificador: 'identificador',
  importe_con_miles: 'importe con separador de miles',
  importe_con_miles_o_nulo: 'importe con separador de miles, o nulo',
  importe_sin_miles: 'importe sin separador de miles',
  importe_sin_miles_o_nada: 'importe sin separador de miles, o nada',
  texto: 'texto',
  texto_o_numero: 'texto o número',
  vinculo: 'vínculo',
} as const;
export type Forma = keyof typeof FORMAS;

const POR_PALABRAS = new Map<string, Forma>();
for (const forma of Object.keys(FORMAS).filter((clave): clave is Forma => clave in FORMAS)) {
  POR_PALABRAS.set(FORMAS[forma], forma);
}

export interface Problema {
  /** By the name of the API; inside a detail, with the names before it: `detalle.0.importe`. */
  readonly campo: string;
  readonly forma: Forma;
}

/** What a reason is made of; undefined where it is not of fields and their forms. */
export function problemasDe(motivo: string): readonly Problema[] | undefined {
  const problemas = motivo.split('; ').map((parte): Problema | undefined => {
    const corte = parte.lastIndexOf(': ');
    const forma = POR_PALABRAS.get(parte.slice(corte + 2));
    return corte < 0 || forma === undefined ? undefined : { campo: parte.slice(0, corte).replaceAll(': ', '.'), forma };
  });
  const leidos = problemas.filter((cada) => cada !== undefined);
  return leidos.length === problemas.length ? leidos : undefined;
}
