import { LABELS } from '#domain/texts/labels.ts';
import { language } from './language.ts';

/** A text that the screens share with the command line or with workbooks, in the language of the screens. */
export const sharedLabel = (key: keyof typeof LABELS): string => LABELS[key][language()];
