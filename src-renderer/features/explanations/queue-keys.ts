import { m } from '../../paraglide/messages.js';

/**
 * What a person does about a coupon of the queue, and the letter that does it while the keyboard is in the rows. Going up and down the queue is in
 * `conciliaciones/Unmatched.svelte`.
 */
export const QUEUE_KEYS = [
  { deed: 'accept', letter: 'A', says: m.teclas_cola_es },
  { deed: 'reject', letter: 'R', says: m.teclas_cola_no_es },
  { deed: 'explicado', letter: 'E', says: m.teclas_cola_explicado },
  { deed: 'nota', letter: 'N', says: m.teclas_cola_nota },
  { deed: 'ajuste', letter: 'D', says: m.teclas_cola_ajuste },
  { deed: 'reclamo', letter: 'C', says: m.teclas_cola_reclamo },
  { deed: 'mirar', letter: 'F', says: m.teclas_cola_mirar },
  { deed: 'vinculo', letter: 'L', says: m.teclas_cola_vinculo },
  { deed: 'unlink', letter: 'U', says: m.teclas_cola_desvincular },
  { deed: 'history', letter: 'H', says: m.teclas_cola_historia },
  { deed: 'undo', letter: 'Z', says: m.teclas_cola_deshacer, withControl: true },
] as const;

export type Deed = (typeof QUEUE_KEYS)[number]['deed'];

/** The deed of a letter, small or capital. */
export const deedOf = (letter: string): Deed | undefined =>
  QUEUE_KEYS.find((one) => one.letter === letter.toUpperCase())?.deed;

/** A key as it is shown. Undoing is shown as `Ctrl Z`, its key everywhere else; Z alone undoes too. */
export const showKey = (key: (typeof QUEUE_KEYS)[number]): string =>
  'withControl' in key ? `Ctrl ${key.letter}` : key.letter;

/** What a button says of its key to who does not see it, and when pointed at. */
export function hintOf(deed: Deed): { readonly 'aria-keyshortcuts'?: string; readonly title?: string } {
  const key = QUEUE_KEYS.find((one) => one.deed === deed);
  if (key === undefined) return {};
  const letter = key.letter.toLowerCase();
  return {
    'aria-keyshortcuts': 'withControl' in key ? `Control+${letter} ${letter}` : letter,
    title: m.decidir_tecla({ tecla: showKey(key) }),
  };
}
