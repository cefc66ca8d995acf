import type { Language } from '#domain/texts/language.ts';
import { getLocale } from '../paraglide/runtime.js';
import { COUNTER_REASONS, LABELS } from '#domain/texts/labels.ts';

/** The language of the screens, for texts that they share with the command line (`src-main/domain/texts`). */
export const getLanguage = (): Language => (getLocale() === 'en' ? 'en' : 'es');

/** A text that the screens share with the command line or with workbooks, in the language of the screens. */
export const getSharedLabel = (key: keyof typeof LABELS): string => LABELS[key][getLanguage()];

/** The reason why a counter of the service is not ours, in the language of the screens. */
export const getCounterReason = (reason: keyof typeof COUNTER_REASONS): string =>
  COUNTER_REASONS[reason][getLanguage()];
