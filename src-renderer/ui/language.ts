import type { Language } from '#domain/texts/language.ts';
import { getLocale } from '../paraglide/runtime.js';

/** The language of the screens, for the texts that they share with the command line (`src-main/domain/texts`). */
export const getLanguage = (): Language => (getLocale() === 'en' ? 'en' : 'es');
