import type { NombreIcono } from './iconos.ts';

/** The five states, and the two of work: one icon each, everywhere (docs/visual-language.md §2). The word comes with the text. */
export const ESTADOS = {
  conciliado: 'circle-check',
  'sin-conciliar': 'circle-dashed',
  dudoso: 'circle-question-mark',
  error: 'circle-alert',
  'sin-datos': 'circle-slash',
  aviso: 'triangle-alert',
  espera: 'clock',
  curso: 'loader-circle',
} as const satisfies Record<string, NombreIcono>;

export type NombreEstado = keyof typeof ESTADOS;
