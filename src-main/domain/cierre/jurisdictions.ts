/** Finds the jurisdiction of a turnover-tax withholding in the text of its detail, never by the store's province: the tax may belong to another province. */
import { fold } from '../fold-text.ts';

/** The codes of the Convenio Multilateral with their names, and other names in use, folded. */
const JURISDICTIONS: readonly (readonly [code: string, label: string, ...others: string[]])[] = [
  ['901', 'CABA', 'ciudad autonoma de buenos aires', 'ciudad de buenos aires', 'capital federal', 'c.a.b.a.', 'agip'],
  ['902', 'Buenos Aires', 'provincia de buenos aires', 'bs as', 'bs. as.', 'pba', 'arba'],
  ['903', 'Catamarca'],
  ['904', 'Córdoba', 'cba'],
  ['905', 'Corrientes'],
  ['906', 'Chaco'],
  ['907', 'Chubut'],
  ['908', 'Entre Ríos', 'ater'],
  ['909', 'Formosa'],
  ['910', 'Jujuy'],
  ['911', 'La Pampa'],
  ['912', 'La Rioja'],
  ['913', 'Mendoza'],
  ['914', 'Misiones'],
  ['915', 'Neuquén'],
  ['916', 'Río Negro'],
  ['917', 'Salta'],
  ['918', 'San Juan'],
  ['919', 'San Luis'],
  ['920', 'Santa Cruz'],
  ['921', 'Santa Fe'],
  ['922', 'Santiago del Estero'],
  ['923', 'Tierra del Fuego'],
  ['924', 'Tucumán'],
];
const LABELS: ReadonlyMap<string, string> = new Map(JURISDICTIONS.map(([code, label]) => [code, label]));

/** `SIRTAC`, a code from 901 to 924, or `SIN_IDENTIFICAR`. */
export type Jurisdiction = string;
export const SIRTAC = 'SIRTAC';
export const UNKNOWN_JURISDICTION = 'SIN_IDENTIFICAR';

export const provinceOf = (which: Jurisdiction): string => LABELS.get(which) ?? '';

/** The code with its province, as in "921 Santa Fe". */
export const describeJurisdiction = (which: Jurisdiction): string =>
  which === UNKNOWN_JURISDICTION ? 'Sin identificar' : `${which} ${provinceOf(which)}`.trim();

export const isJurisdiction = (text: string): boolean => text === SIRTAC || LABELS.has(text);

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![a-z0-9])${word.replaceAll('.', '\\.')}(?![a-z0-9])`).test(text);

/** The jurisdiction that a text names; undefined unless it names exactly one. The longest name counts, so that "Ciudad de Buenos Aires" is not Buenos Aires. */
function findNamed(text: string): Jurisdiction | undefined {
  const found = JURISDICTIONS.flatMap(([code, label, ...others]) =>
    [fold(label), ...others].filter((name) => hasWord(text, name)).map((name) => ({ code, name })),
  );
  const kept = found.filter(({ name }) => !found.some((other) => other.name !== name && other.name.includes(name)));
  const codes = new Set(kept.map(({ code }) => code));
  return codes.size === 1 ? kept[0]?.code : undefined;
}

/** Reads SIRTAC, else a jurisdiction's name or code, else a person's correction for exactly this text. `nota`: the province that a SIRTAC text names. */
export function readJurisdiction(
  description: string | null,
  corrections: Readonly<Record<string, Jurisdiction>>,
): { readonly jurisdiccion: Jurisdiction; readonly nota?: Jurisdiction } {
  const text = fold(description ?? '');
  const code = /(?<!\d)9(?:0[1-9]|1\d|2[0-4])(?!\d)/.exec(text)?.[0];
  const named = findNamed(text) ?? code;
  if (hasWord(text, 'sirtac')) return { jurisdiccion: SIRTAC, ...(named === undefined ? {} : { nota: named }) };
  return { jurisdiccion: named ?? corrections[description ?? ''] ?? UNKNOWN_JURISDICTION };
}
