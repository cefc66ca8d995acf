import type { Language } from '#domain/texts/language.ts';
import { getLocale } from '../paraglide/runtime.js';
import { COUNTER_REASONS, LABELS } from '#domain/texts/labels.ts';

/** The language of the screens, by its name in `src-main/domain/texts`. */
export const getLanguage = (): Language => (getLocale() === 'en' ? 'en' : 'es');

export const getSharedLabel = (key: keyof typeof LABELS): string => LABELS[key][getLanguage()];

export const getCounterReason = (reason: keyof typeof COUNTER_REASONS): string =>
  COUNTER_REASONS[reason][getLanguage()];
