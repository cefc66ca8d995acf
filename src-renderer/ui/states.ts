import type { IconName } from './icons.ts';

/** The five states and the two of work. Each has one icon everywhere (docs/visual-language.md §2); the word comes from the texts. */
export const STATES = {
  conciliado: 'circle-check',
  'sin-conciliar': 'circle-dashed',
  dudoso: 'circle-question-mark',
  error: 'circle-alert',
  'sin-datos': 'circle-slash',
  aviso: 'triangle-alert',
  espera: 'clock',
  curso: 'loader-circle',
} as const satisfies Record<string, IconName>;

export type StateName = keyof typeof STATES;
