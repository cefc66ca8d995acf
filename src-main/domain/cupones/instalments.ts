import { fold } from '../fold-text.ts';

/** "12 cuotas", "1 pago", "en 3 ctas.", "3,00": nothing but how many. */
const COUNT = /^(?:en )?(\d{1,2})(?: ?(?:cuotas?|ctas?|pagos?)\.?|[.,]00?)$/;
const AT_ONCE = /^(?:contado|(?:en )?una? (?:solo |sola )?(?:pago|cuota))$/;
/** "Ahora 12", "C12", "Plan 3", "003": the only number may be that of the instalments, or of the plan. */
const ONLY_NUMBER = /^[\p{L} .]*?0*([1-9]\d?)[\p{L} .]*$/u;
/** "3/12", "3 de 12". */
const ONE_OF_SEVERAL = /^(\d{1,2}) ?(?:\/|-|de) ?(\d{1,2})$/;

/** The digits of a text that says how many instalments a sale has, in words too; undefined for any other. */
export function readInstalments(text: string): string | undefined {
  const part = readOneOfSeveral(text);
  return part !== undefined && Number(part.all) === 1 ? part.one : COUNT.exec(fold(text))?.[1];
}

/** What a text in their place may mean. A person decides: "Plan 7" may have any number of them. */
export const findInstalments = (text: string): string | undefined =>
  AT_ONCE.test(fold(text)) ? '1' : ONLY_NUMBER.exec(text)?.[1];

/** One instalment of several: its row is no sale, or its amount may be only a part of one. */
export function readOneOfSeveral(text: string): { readonly one: string; readonly all: string } | undefined {
  const [, one, all] = ONE_OF_SEVERAL.exec(fold(text)) ?? [];
  return one === undefined || all === undefined || Number(one) > Number(all) ? undefined : { one, all };
}
