import type { Programa } from './programa.ts';

/** Nothing goes wrong, nobody else is there, and the service rejects nothing. */
export const SIN_FALLAS = {
  iguales: false,
  malos: [],
  existentes: [],
  errados: [],
  envios: [],
  lecturas: [],
  borrados: [],
  caidas: [],
  ajenas: [],
  muerto: [],
  saltos: [],
  discoLleno: [],
  tokenVence: [],
} as const satisfies Partial<Programa>;
