import type { Program } from './program.ts';

/** Nothing goes wrong, nobody else is there, and the service rejects nothing. */
export const NO_FAULTS = {
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
} as const satisfies Partial<Program>;
