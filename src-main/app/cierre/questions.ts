/** The questions that a closing asks once, and the person's answers: whose a store is, where a text belongs, account codes, agents of withholdings. */
import { readFile } from 'node:fs/promises';
import type { TaxpayersDocument } from '#contract/cierre.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { ACCOUNTS } from '#domain/texts/cierre.ts';
import { isJurisdiction } from '#domain/cierre/jurisdictions.ts';
import { keyOfStore, parseCuit } from '#domain/cierre/taxpayers.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { toAccessError } from '#platform/disk-error.ts';
import { keepAnswers } from './answers.ts';
import { chooseTaxpayer, type KnownTaxpayers } from './taxpayers.ts';

/** Stores and establishments without a CUIT, with the number of their records. */
export const listUndetermined = ({ seen, cuitOf }: KnownTaxpayers): TaxpayersDocument['sinDeterminar'] =>
  [
    ...Map.groupBy(
      seen.filter((ref) => cuitOf(ref) === null),
      ({ comercio, establecimiento }) => JSON.stringify([comercio, establecimiento]),
    ).values(),
  ].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, filas: others.reduce((n, { filas }) => n + filas, first.filas) }],
  );

/** Reads lines `CLAVE;CÓDIGO`; a key may name a jurisdiction (`ret_iibb.921`). Throws `ENTRADA_INVALIDA` with the line that is not so. */
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

/** Checks the answers and keeps them in a file; returns how many. Throws `ENTRADA_INVALIDA` for a store, CUIT or jurisdiction that is not known. */
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
