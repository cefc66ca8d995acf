import { FIELDS_IN_ORDER, rulesOf, type CuponField } from './fields.ts';
import { keyOfHeader, toPlainHeader } from './header-key.ts';

/**
 * How surely a header's words name a field. `exacto`: the API's own field name. `debil`: such a column often holds something else ("Banco" is usually a
 * name, not a code), so its content may contradict the name.
 */
export type Strength = 'exacto' | 'seguro' | 'fuerte' | 'medio' | 'debil';

interface NameCandidato {
  readonly campo: CuponField;
  readonly strength: Strength;
}

/** The header of a column of amounts that is only the currency. */
const CURRENCY_ALONE = /^(?:ar)?\$$|^ars$|^(?:en )?pesos(?: \(?\$\)?)?$/;
const CURRENCY_NAMES: readonly NameCandidato[] = [{ campo: 'importe', strength: 'debil' }];

/** Recognises headers written without spaces: "fechaventa", "NROCUPON". */
const runTogether = (text: string): string => toPlainHeader(text).replaceAll(' ', '');
/** A shorter one could be anything. */
const RUN_TOGETHER_LENGTH = 8;

const STRENGTHS = ['seguro', 'fuerte', 'medio', 'debil'] as const;

/** The fields that a header may name, strongest first. */
export type Dictionary = (header: string) => readonly NameCandidato[];

/** Made once by the caller: importing a module does nothing. */
export function createDictionary(): Dictionary {
  const byKey = new Map<string, NameCandidato[]>();
  const exact = new Map<string, NameCandidato[]>();
  const joined = new Map<string, string>();
  for (const field of FIELDS_IN_ORDER) {
    exact.set(field, [{ campo: field, strength: 'exacto' }]);
    for (const strength of STRENGTHS) {
      for (const synonym of rulesOf(field).headers[strength]?.split(/,\s+/) ?? []) {
        const key = keyOfHeader(synonym);
        if (runTogether(synonym).length >= RUN_TOGETHER_LENGTH) joined.set(runTogether(synonym), key);
        const known = byKey.get(key) ?? [];
        if (!known.some((candidate) => candidate.campo === field))
          byKey.set(key, [...known, { campo: field, strength }]);
      }
    }
  }
  return (header) => {
    const named = exact.get(header.trim().toLowerCase());
    if (named !== undefined) return named;
    if (CURRENCY_ALONE.test(header.trim().toLowerCase())) return CURRENCY_NAMES;
    // In "BIN (6 primeros)" and "Últimos 4 (nro. de tarjeta)" some words repeat or add nothing, so the header is also tried without them.
    const key = keyOfHeader(header);
    const shorter = [
      key,
      key.replace(/\bnro /, ''),
      keyOfHeader(header.replace(/\(.*?\)|\[.*?\]/g, ' ')),
      joined.get(runTogether(header)) ?? '',
    ];
    for (const tried of shorter) {
      const found = tried === '' ? undefined : byKey.get(tried);
      if (found !== undefined) return found;
    }
    return [];
  };
}
