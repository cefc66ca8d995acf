import type { Catalogue } from './explanations.ts';
import { ENGLISH } from './explanations-en.ts';
import { SPANISH } from './explanations-es.ts';
import type { LanguageTag } from './language.ts';

/** What is said of reasons, one catalogue a language, each with every reason. */
const CATALOGUES: Readonly<Record<LanguageTag, Catalogue>> = { 'es-AR': SPANISH, en: ENGLISH };

export const catalogueOf = (language: LanguageTag = 'es-AR'): Catalogue => CATALOGUES[language];
