/** The forms in which values of the service are read. Their words are in `texts/shapes.ts`. */
export const SHAPES = [
  'booleano',
  'booleano_escrito',
  'booleano_o_nulo',
  'codigo',
  'cuenta',
  'cuenta_o_nada',
  'fecha_dmy',
  'fecha_hora',
  'fecha_hora_o_nada',
  'fecha_iso',
  'fecha_iso_o_nada',
  'identificador',
  'importe_con_miles_o_nulo',
  'importe_sin_miles',
  'importe_sin_miles_o_nada',
  'lista',
  'objeto',
  'texto',
  'texto_o_numero',
  'vinculo',
] as const;
export type Shape = (typeof SHAPES)[number];

/** What is wrong with a row that could not be read. */
export interface ShapeProblem {
  /** The name of the API; a field inside a detail has its path: `detalle.0.importe`. Empty for the row itself. */
  readonly campo: string;
  /** The form that the field does not have. */
  readonly forma: Shape;
}

/** A row that could not be read has at least one problem. */
export type ShapeProblems = readonly [ShapeProblem, ...ShapeProblem[]];
