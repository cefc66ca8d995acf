import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { SupportReport, ListedBackups, LogFolder } from '#contract/settings.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import { parseJson } from '#domain/json.ts';
import { type DataFolder, ensureFolder } from '#platform/data-folder.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import { pickPermittedEvent, pickPermittedFacts } from '#platform/logger.ts';
import { readContent } from '#storage/ledger/index.ts';
import { examineDatabase } from '#storage/sqlite/open.ts';
import type { Shared } from '../open/index.ts';
import type { Backups } from './backups.ts';
import type { Settings } from './settings.ts';
import { listAllAccounts } from '../accounts/account.ts';

/** What the text for support says about machine and program: versions and kinds, nothing personal. */
export interface SupportMachine {
  readonly version: string;
  readonly anfitrion: string;
  readonly platform: string;
  readonly architecture: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly memoryMb: number;
}

const MAX_LINES = 200;
/** A line of the log as `platform/logger.ts` writes it; other lines are skipped. */
const line = z.looseObject({
  nivel: z.enum(['info', 'error']),
  hora: z.iso.datetime(),
  evento: z.string(),
  codigo: z
    .string()
    .regex(/^[A-Za-z_]{1,40}$/)
    .optional(),
  causas: z.array(z.string().regex(/^[A-Za-z_]{1,40}$/)).optional(),
  pila: z.array(z.string().regex(/^[\w./-]{0,120}(?::\d{1,6})?$/)).optional(),
});

/**
 * The text that a person copies for support. The text has only permitted facts: versions, counts, sizes, settings without free text, and the last
 * lines of the log, filtered again by the log's list. Names of accounts, addresses, paths, amounts and coupons are never in it.
 */
export async function buildSupportReport(
  shared: Pick<Shared, 'accounts' | 'folder' | 'clock'>,
  {
    settings,
    backups,
    machine,
  }: { readonly settings: Settings; readonly backups: Backups; readonly machine: SupportMachine },
): Promise<SupportReport> {
  const { carpetaInformes, ...stored } = await settings.read();
  const text = [
    `Conciliador ${machine.version} (${machine.anfitrion})`,
    `Informe del ${civilDateTimeAt(shared.clock.now())}`,
    `Sistema: ${machine.platform} ${machine.architecture}, ${String(machine.memoryMb)} MB de memoria`,
    ...Object.entries(machine.versions).map(([what, version]) => `${what}: ${version ?? 'no está'}`),
    '',
    'Ajustes',
    ...Object.entries({ ...stored, carpetaInformes: carpetaInformes !== null }).map(
      ([name, value]) => `  ${name}: ${JSON.stringify(value)}`,
    ),
    '',
    ...(await writeAccountLines(shared)),
    '',
    ...linesOfBackups(await backups.list()),
    '',
    'Registro',
    ...(await readLastLines(shared.folder.logs)),
  ];
  return { texto: `${text.join('\n')}\n` };
}

async function writeAccountLines({ accounts, folder }: Pick<Shared, 'accounts' | 'folder'>): Promise<string[]> {
  const all = await listAllAccounts(accounts);
  const lines = [`Cuentas: ${String(all.length)}`];
  for (const { id, tipo } of all) {
    const { ledger, cache } = folder.accountFolder(id);
    lines.push(`  ${id}, ${tipo}: ${await describeLedger(ledger)}; ${await describeCache(cache)}`);
  }
  return lines;
}

/** The backups without names. Of the second folder, only whether it is chosen and up to date. */
function linesOfBackups({ carpeta, falla, copias }: ListedBackups): string[] {
  const last = copias.find(({ estaPc }) => estaPc);
  return [
    `Respaldos: ${String(copias.length)}; otra carpeta: ${carpeta === null ? 'sin elegir' : (falla ?? 'al día')}`,
    `  ${last === undefined ? 'ninguno de esta PC' : `el último, ${last.hecha}, ${String(last.bytes)} bytes`}`,
  ];
}

async function describeLedger(path: string): Promise<string> {
  if (!existsSync(path)) return 'sin registro de envíos';
  const { sana, version } = examineDatabase(path);
  const uploads = sana ? readContent(path)?.cargas : undefined;
  return `registro ${sana ? 'sano' : 'DAÑADO'} v${String(version)}, ${String(uploads ?? '¿?')} cargas, ${await sizeInMegabytes(path)}`;
}

async function describeCache(path: string): Promise<string> {
  if (!existsSync(path)) return 'sin datos bajados';
  const { sana, version } = examineDatabase(path, { pages: false });
  return `datos bajados ${sana ? '' : 'DAÑADOS '}v${String(version)}, ${await sizeInMegabytes(path)}`;
}

const sizeInMegabytes = async (path: string): Promise<string> =>
  `${((await stat(path)).size / 1_048_576).toFixed(1)} MB`;

/** The last lines of the newest log files, oldest first. Writes each line again from its permitted facts. */
async function readLastLines(folder: string): Promise<string[]> {
  let lines: string[] = [];
  for (const name of await filesOf(folder)) {
    const text = await readFile(path.join(folder, name), 'utf8');
    lines = [...text.split('\n').flatMap(rewrite), ...lines];
    if (lines.length >= MAX_LINES) break;
  }
  return lines.length === 0 ? ['  (vacío)'] : lines.slice(-MAX_LINES).map((one) => `  ${one}`);
}

/** The log files, newest first: `conciliador.log`, `conciliador.1.log`… */
async function filesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => /^conciliador(\.\d)?\.log$/.test(name))
      .sort((a, b) => numberOf(a) - numberOf(b));
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
const numberOf = (name: string): number => Number(/\.(\d)\./.exec(name)?.[1] ?? 0);

function rewrite(raw: string): string[] {
  if (raw === '') return [];
  const parsed = line.safeParse(parseJson(raw));
  if (!parsed.success) return [];
  const { nivel, hora, evento, codigo, causas, pila, pid: _pid, omitidos: _omitted, ...facts } = parsed.data;
  const statements = Object.entries(pickPermittedFacts(facts)).map(([name, value]) => `${name}=${String(value)}`);
  const whereItIs = [codigo ?? [], causas ?? [], pila ?? []].flat();
  return [[hora, nivel, pickPermittedEvent(evento), ...statements, ...whereItIs].join(' ')];
}

/** What a host with a desktop offers; other hosts lack the members. */
export interface Desktop {
  /** Opens a folder of the program in the desktop; false if that failed. */
  readonly openFolder?: (path: string) => Promise<boolean>;
  /** Opens a dialog for a folder; undefined if the person cancelled. */
  readonly chooseFolder?: (purpose: FolderPurpose) => Promise<string | undefined>;
}

export type FolderPurpose = 'informes' | 'respaldos';

export async function showLogFolder({ logs }: DataFolder, { openFolder }: Desktop, open: boolean): Promise<LogFolder> {
  if (!open || openFolder === undefined) return { carpeta: logs, abierta: false };
  await ensureFolder(logs); // the first line of the log makes the folder, and may not be written yet
  return { carpeta: logs, abierta: await openFolder(logs) };
}
