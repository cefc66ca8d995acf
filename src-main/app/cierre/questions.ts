/** What a closing asks the person once, and the answers: taxpayers of stores, jurisdictions of texts, account codes, withholding agents. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { TaxpayersDocument } from '#contract/cierre.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { ACCOUNTS } from '#domain/texts/cierre.ts';
import { isJurisdiction } from '#domain/cierre/jurisdictions.ts';
import { keyOfStore, parseCuit } from '#domain/cierre/taxpayers.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { toAccessError } from '#platform/disk-error.ts';
import { chooseTaxpayer, type KnownTaxpayers } from './taxpayers.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';

export const listUndetermined = ({ seen, cuitOf }: KnownTaxpayers): TaxpayersDocument['sinDeterminar'] =>
  [
    ...Map.groupBy(
      seen.filter((ref) => cuitOf(ref) === null),
      ({ comercio, establecimiento }) => JSON.stringify([comercio, establecimiento]),
    ).values(),
  ].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, filas: others.reduce((n, { filas }) => n + filas, first.filas) }],
  );

/** Reads lines `CLAVE;CÓDIGO`; a key may name a jurisdiction (`ret_iibb.921`). Throws `ENTRADA_INVALIDA` with the first wrong line. */
async function readPlan(file: string): Promise<Record<string, string>> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw toAccessError(error);
  });
  const codes: Record<string, string> = {};
  for (const line of content.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (line.trim() === '' || /^clave;/i.test(line)) continue;
    const [key = '', code = ''] = line.split(';').map((cell) => cell.trim());
    const [account = '', jurisdiction] = key.split('.');
    const isKnown = Object.hasOwn(ACCOUNTS, account) && (jurisdiction === undefined || isJurisdiction(jurisdiction));
    if (!isKnown || code === '') throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.badPlan(line) });
    codes[key] = code;
  }
  return codes;
}

/** Checks the answers and stores them in a file; returns how many. Throws `ENTRADA_INVALIDA` for an unknown store, CUIT or jurisdiction. */
export async function keepChecked(
  file: string,
  taxpayers: KnownTaxpayers,
  { cuits = [], jurisdicciones = [], agentes = [], plan }: MethodParsed<'cierre.responder'>,
): Promise<number> {
  const comercios: Record<string, string> = {};
  const establecimientos: Record<string, string> = {};
  for (const { de, cuit } of cuits) {
    const { cuit: known = '' } = chooseTaxpayer(taxpayers, cuit) ?? {};
    if (taxpayers.seen.some(({ comercio }) => keyOfStore(comercio ?? '') === keyOfStore(de))) comercios[de] = known;
    else if (taxpayers.seen.some(({ establecimiento }) => establecimiento === de)) establecimientos[de] = known;
    else throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.unknownStore(de) });
  }
  for (const { jurisdiccion } of jurisdicciones)
    if (!isJurisdiction(jurisdiccion)) throw new AppError('ENTRADA_INVALIDA', { detail: { jurisdiccion } });
  for (const { agente } of agentes)
    if (parseCuit(agente) === undefined) throw new AppError('ENTRADA_INVALIDA', { detail: { agente } });
  const fresh = {
    comercios,
    establecimientos,
    jurisdicciones: Object.fromEntries(jurisdicciones.map(({ texto, jurisdiccion }) => [texto, jurisdiccion])),
    agentes: Object.fromEntries(agentes.map(({ agente, procesador }) => [parseCuit(agente) ?? '', procesador])),
    plan: plan === undefined ? {} : await readPlan(plan),
  };
  await keepAnswers(file, fresh, { replaces: true });
  return Object.values(fresh).reduce((n, each) => n + Object.keys(each).length, 0);
}

// Below: the stored answers about the books of an account.

const texts = z.record(z.string(), z.string());
const file = z.object({
  version: z.literal(1),
  comercios: texts,
  establecimientos: texts,
  /** The jurisdiction of the exact text of a detail: a code from 901 to 924, or SIRTAC. */
  jurisdicciones: texts,
  /** Account codes by the keys of `ACCOUNTS` (`domain/texts/cierre.ts`); `ret_iibb.921` for one jurisdiction. */
  plan: texts,
  /** The processor of each withholding agent, by the agent's CUIT. */
  agentes: texts,
});
export type Answers = z.output<typeof file>;

const NONE: Answers = { version: 1, comercios: {}, establecimientos: {}, jurisdicciones: {}, plan: {}, agentes: {} };

export const fileOfAnswers = (folder: Pick<DataFolder, 'accountFolder'>, { id }: Pick<Account, 'id'>): string =>
  path.join(folder.accountFolder(id).folder, 'cierre.json');

export const parseAnswers = (value: unknown): Answers => file.parse(value);

/** Sets an unreadable file aside; the questions are then asked again. */
export const readAnswers = async (at: string): Promise<Answers> => (await readJsonFile(at, parseAnswers)) ?? NONE;

type Given = Omit<Answers, 'version'>;

const merge = (under: Given, over: Given): Answers => ({
  version: 1,
  comercios: { ...under.comercios, ...over.comercios },
  establecimientos: { ...under.establecimientos, ...over.establecimientos },
  jurisdicciones: { ...under.jurisdicciones, ...over.jurisdicciones },
  plan: { ...under.plan, ...over.plan },
  agentes: { ...under.agentes, ...over.agentes },
});

/** Adds answers to the stored answers. `replaces`: a new answer replaces a stored answer; else the stored answer stays. */
export async function keepAnswers(
  at: string,
  fresh: Given,
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  const kept = await readAnswers(at);
  await ensureFolder(path.dirname(at));
  await writeJsonAtomic(at, replaces ? merge(kept, fresh) : merge(fresh, kept));
}
