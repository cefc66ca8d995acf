/**
 * The forms in which values of the service are read. The reason of a row that was set aside names fields and the forms that they lack:
 * `importe: importe sin separador de miles`.
 */
export const SHAPES = {
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
export type Shape = keyof typeof SHAPES;

const BY_WORDS = new Map<string, Shape>();
for (const shape of Object.keys(SHAPES).filter((clave): clave is Shape => clave in SHAPES)) {
  BY_WORDS.set(SHAPES[shape], shape);
}

export interface ShapeProblem {
  /** The name of the API; a field inside a detail has its path: `detalle.0.importe`. */
  readonly campo: string;
  readonly forma: Shape;
}

/** Parses the reason of a row that was set aside; undefined where it is not made of fields and forms. */
export function findProblems(motivo: string): readonly ShapeProblem[] | undefined {
  const problemas = motivo.split('; ').map((parte): ShapeProblem | undefined => {
    const outcome = parte.lastIndexOf(': ');
    const shape = BY_WORDS.get(parte.slice(outcome + 2));
    return outcome < 0 || shape === undefined
      ? undefined
      : { campo: parte.slice(0, outcome).replaceAll(': ', '.'), forma: shape };
  });
  const readCount = problemas.filter((each) => each !== undefined);
  return readCount.length === problemas.length ? readCount : undefined;
}
