/** What a person answered about an account's books: whose stores are, jurisdictions of texts, account codes, agents of withholdings. */
import path from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';

const texts = z.record(z.string(), z.string());
const file = z.object({
  version: z.literal(1),
  comercios: texts,
  establecimientos: texts,
  /** By the exact text of a detail: a code from 901 to 924, or SIRTAC. */
  jurisdicciones: texts,
  /** Account codes by the keys of `domain/cierre/entry.ts`; `ret_iibb.921` for one jurisdiction. */
  plan: texts,
  /** Processors by the CUIT of the agent of withholdings. */
  agentes: texts,
});
export type Answers = z.output<typeof file>;

const NONE: Answers = { version: 1, comercios: {}, establecimientos: {}, jurisdicciones: {}, plan: {}, agentes: {} };

export const fileOfAnswers = (folder: Pick<DataFolder, 'accountFolder'>, { id }: Pick<Account, 'id'>): string =>
  path.join(folder.accountFolder(id).folder, 'cierre.json');

export const parseAnswers = (value: unknown): Answers => file.parse(value);

/** A file that cannot be understood is set aside, and the questions are asked again. */
export async function readAnswers(at: string): Promise<Answers> {
  const reading = await readJsonFile(at, parseAnswers);
  return reading.estado === 'leido' ? reading.valor : NONE;
}

type Given = Omit<Answers, 'version'>;

/** `over` wins where both have an answer. */
const merge = (under: Given, over: Given): Answers => ({
  version: 1,
  comercios: { ...under.comercios, ...over.comercios },
  establecimientos: { ...under.establecimientos, ...over.establecimientos },
  jurisdicciones: { ...under.jurisdicciones, ...over.jurisdicciones },
  plan: { ...under.plan, ...over.plan },
  agentes: { ...under.agentes, ...over.agentes },
});

/** Adds answers to those that are kept. `replaces`: a fresh answer takes the place of a kept one. */
export async function keepAnswers(
  at: string,
  fresh: Given,
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  const kept = await readAnswers(at);
  await ensureFolder(path.dirname(at));
  await writeJsonAtomic(at, replaces ? merge(kept, fresh) : merge(fresh, kept));
}
