/** The small parts of a backup besides the ledger: collects them from a data folder, and adds them to another data folder without replacing anything. */
import { z } from 'zod';
import { isAppError } from '#contract/errors.ts';
import type { Tell } from '#domain/texts/statements.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { parseBaseUrl } from '#service/transport/network.ts';
import type { BackupSource, Pieces } from '#storage/backup/file.ts';
import { readText } from '#storage/backup/places.ts';
import { createAccount, parseName, type Account } from '../accounts/account.ts';
import { addMissingViews, getViewsFile, parseViews } from '../browse/vistas.ts';
import { fileOfAnswers, keepAnswers, parseAnswers } from '../cierre/questions.ts';
import { createNames, parseNames } from '../conciliaciones/listing.ts';
import { createTemplates, parseTemplates, takesPlaceOf } from '../conciliar/templates.ts';
import { createSettings, parseSettings } from './settings.ts';

const identity = { nombre: z.string(), url: z.string() };
const origin = z.object({
  version: z.literal(1),
  programa: z.string(),
  /** Null for the environment's account, which is not stored. */
  cuenta: z
    .discriminatedUnion('tipo', [
      z.object({ ...identity, tipo: z.literal('api'), apiKey: z.string() }),
      z.object({ ...identity, tipo: z.literal('usuario'), usuario: z.string() }),
    ])
    .nullable(),
  pc: z.object({ id: z.string(), nombre: z.string() }),
  hecha: z.number(),
});

/** Collects the small parts for a backup of an account. These parts have no secret. */
export async function gatherPieces(
  data: DataFolder,
  account: Account,
  { pc, programa, hecha }: Pick<BackupSource, 'pc'> & { readonly programa: string; readonly hecha: number },
): Promise<Pieces> {
  const { nombre, url, isFromEnvironment } = account;
  const who =
    account.tipo === 'api'
      ? { tipo: account.tipo, apiKey: account.apiKey }
      : { tipo: account.tipo, usuario: account.usuario };
  const cuenta = isFromEnvironment ? null : { nombre, url, ...who };
  const files = {
    nombres: data.accountFolder(account.id).names,
    plantillas: data.templates,
    vistas: getViewsFile(data),
    ajustes: data.settings,
    cierre: fileOfAnswers(data, account),
  };
  const pieces: Record<string, string> = { origen: JSON.stringify({ version: 1, programa, cuenta, pc, hecha }) };
  for (const [name, file] of Object.entries(files)) {
    const text = await readText(file);
    if (text !== undefined) pieces[name] = text;
  }
  return pieces;
}

/** The small parts of a backup, each parsed separately; a part that cannot be read counts as absent. */
export function readPieces(pieces: Pieces) {
  const from = read(pieces['origen'], (value) => origin.parse(value));
  const typed = from?.cuenta ?? undefined;
  return {
    hecha: from?.hecha ?? null,
    pc: from?.pc ?? null,
    /** The account, checked as if a person had typed it; undefined if the backup has none. */
    account: typed && read('null', () => toAccount(typed)),
    templates: read(pieces['plantillas'], parseTemplates) ?? [],
    views: read(pieces['vistas'], parseViews) ?? {},
    names: read(pieces['nombres'], parseNames) ?? [],
    settings: read(pieces['ajustes'], parseSettings),
    answers: read(pieces['cierre'], parseAnswers),
  };
}
export type ReadPieces = ReturnType<typeof readPieces>;

const toAccount = (typed: NonNullable<z.infer<typeof origin>['cuenta']>): Account =>
  createAccount(typed, { nombre: parseName(typed.nombre), url: parseBaseUrl(typed.url), isFromEnvironment: false });

function read<T>(text: string | undefined, parse: (value: unknown) => T): T | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    if (isAppError(error) || error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Adds missing templates, views, names and answers, and settings that were never set here. Returns how many of each were added. */
export async function addPieces(
  data: DataFolder,
  id: string,
  { templates, views, names, settings, answers }: ReadPieces,
  onNotice: Tell,
) {
  const stored = createTemplates(data.templates);
  const here = await stored.list();
  const fresh = templates.filter((one) => !here.some((other) => takesPlaceOf(one, other)));
  if (fresh.length > 0) await stored.replace([...here, ...fresh]);
  if (answers !== undefined) await keepAnswers(fileOfAnswers(data, { id }), answers, { replaces: false });
  return {
    plantillas: fresh.length,
    vistas: await addMissingViews(data, id, views[id] ?? []),
    nombres: await createNames(data).addMissing(id, names),
    ajustes: settings === undefined ? 0 : await createSettings({ data, onNotice }).addMissing(settings),
  };
}
