import { LABELS } from '#domain/texts/labels.ts';
import { getLanguage } from './language.ts';

/** A text that the screens share with the command line or with workbooks, in the language of the screens. */
export const getSharedLabel = (key: keyof typeof LABELS): string => LABELS[key][getLanguage()];
