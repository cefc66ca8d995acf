import type { IconName } from './icons.ts';

/** The five states, and the two of work: one icon each, everywhere (docs/visual-language.md §2). The word comes with the text. */
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
