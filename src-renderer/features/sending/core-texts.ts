import type { UploadQuestionDocument } from '#contract/documents.ts';
import { say as sayIn } from '#domain/texts/upload-sentences.ts';
import { m } from '../../paraglide/messages.js';
import { getFileName } from '#domain/texts/language.ts';
import { formatNumber, formatDay, formatShortTime } from '../../ui/format.ts';
import { getLanguage } from '../../ui/language.ts';

type Sentence = UploadQuestionDocument['frase'];

/** A sentence of the core about an upload, in the language of the screens. */
export const say = (sentence: Sentence): string => sayIn(sentence, getLanguage());

/** A sentence of the core with capital and full stop, for a place of its own. */
export function describeAlone(sentence: Sentence): string {
  const said = say(sentence);
  return `${said.charAt(0).toLocaleUpperCase()}${said.slice(1)}${said.endsWith('.') ? '' : '.'}`;
}

/** The files of an upload, as a person knows them. */
export function describeFiles(files: readonly string[]): string {
  const [item = '', ...others] = files.map(getFileName);
  return others.length === 0 ? item : m.recientes_y_otros({ nombre: item, cuantos: formatNumber(others.length) });
}

/** The question of a decision. An earlier upload is named by its file and its date, which a person knows, not by its number. */
export function describeQuestion({ frase, anterior }: UploadQuestionDocument): string {
  if (anterior === undefined) return say(frase);
  const file = describeFiles(anterior.archivos);
  const ids = m.nucleo_anterior({ archivo: file, dia: formatDay(anterior.at), hora: formatShortTime(anterior.at) });
  return say({ ...frase, ids: [ids] });
}
