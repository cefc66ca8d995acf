import { fold } from '../fold-text.ts';

/** "3,00": the count written like an amount. */
const COUNT = /^0*([1-9]\d?)[.,]00?$/;
const AT_ONCE = /^(?:contado|(?:en )?una? (?:solo |sola )?(?:pago|cuota))$/;
/** "12 cuotas", "Ahora 12", "C12", "Plan 3", "003": the only number may be the count, or the plan's name. */
const ONLY_NUMBER = /^[\p{L} .]*?0*([1-9]\d?)[\p{L} .]*$/u;
/** "3/12", "3 de 12". */
const ONE_OF_SEVERAL = /^(\d{1,2}) ?(?:\/|-|de) ?(\d{1,2})$/;

/** The count that a text may mean. A person decides: "Plan 7" may have any number of instalments. */
export function findInstalments(text: string): string | undefined {
  if (AT_ONCE.test(fold(text)) || readOneOfSeveral(text)?.all === '1') return '1';
  return (COUNT.exec(text) ?? ONLY_NUMBER.exec(text))?.[1];
}

/** One instalment of several: its row is no sale, or its amount may be only part of one. */
export function readOneOfSeveral(text: string): { readonly one: string; readonly all: string } | undefined {
  const [, one, all] = ONE_OF_SEVERAL.exec(fold(text)) ?? [];
  return one === undefined || all === undefined || Number(one) > Number(all)
    ? undefined
    : { one, all: String(Number(all)) };
}
