import { SWITCHES } from './switches.ts';

/** The switches that meet each other where a page is read: all of their combinations are tried, not only each pair. */
export const PAGING = ['parametros', 'pagina_base', 'pagina_pasada', 'orden', 'max_dias'] as const;

/** Every combination of the values of these switches. */
export const combine = (names: readonly (keyof typeof SWITCHES)[]): readonly Readonly<Record<string, string>>[] =>
  names.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, name) => all.flatMap((combination) => SWITCHES[name].map((value) => ({ ...combination, [name]: value }))),
    [{}],
  );
