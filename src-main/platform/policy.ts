import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { getSystemCode } from './disk-error.ts';

/** What an administrator fixed for this PC (docs/updates.md, "The policy file"). A member that is undefined is not fixed. */
export interface Policy {
  /** The path of the policy file, whether the file exists or not. */
  readonly file: string;
  readonly present: boolean;
  /** The address of the feed of new versions. */
  readonly feed: string | undefined;
  readonly channel: string | undefined;
  /** False: this PC takes no updates, neither by itself nor when asked. */
  readonly updates: boolean | undefined;
  /** The only address of the service that may be used. */
  readonly service: string | undefined;
  /** Whether somebody who is no administrator may have written the file. Only said where Node sees the owners of files. */
  readonly writableByOthers: boolean;
}

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
}

/** Where an administrator of this system leaves the file. */
export function getPolicyFile({ env, platform }: Machine): string {
  if (platform === 'win32') return path.win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Conciliador', NAME);
  if (platform === 'darwin') return path.posix.join('/Library/Application Support/Conciliador', NAME);
  return path.posix.join('/etc/conciliador', NAME);
}

const NAME = 'politica.json';
const MAX_BYTES = 64 * 1024;

/**
 * An address that everything behind it takes (`parseBaseUrl`, `parseFeed`): a user would be a secret that all users of the PC can read; a query
 * or a fragment has no meaning there.
 */
const secure = z
  .string()
  .refine((text) => URL.parse(text)?.protocol === 'https:', 'tiene que empezar con https://')
  .refine((text) => {
    const url = URL.parse(text);
    return url === null || url.username + url.password + url.search + url.hash === '';
  }, 'no puede tener usuario, «?» ni «#»');

/** Strict: a misspelt key is an error. Ignoring it would leave free what somebody meant to fix. */
const FORM = z.strictObject({
  version: z.literal(1, 'tiene que ser 1'),
  actualizaciones: z
    .strictObject({
      direccion: secure.optional(),
      canal: z
        .string()
        .regex(/^[a-z][a-z0-9]{0,15}$/, 'es una palabra en minúsculas')
        .optional(),
      permitidas: z.boolean().optional(),
    })
    .optional(),
  servicio: z.strictObject({ direccion: secure.optional() }).optional(),
});

/**
 * Reads the policy. A file that is not there fixes nothing. Throws `POLITICA_INVALIDA` for one that cannot be read or understood: a PC whose
 * policy is broken must not go on as one that has none.
 */
export async function readPolicy(file: string, platform: string): Promise<Policy> {
  const text = await textOf(file);
  if (text === undefined) return { ...FREE, file };
  const { actualizaciones, servicio } = parsePolicy(text, file);
  return {
    file,
    present: true,
    feed: actualizaciones?.direccion,
    channel: actualizaciones?.canal,
    updates: actualizaciones?.permitidas,
    service: servicio?.direccion,
    writableByOthers: await isWritableByOthers(file, platform),
  };
}

const FREE = {
  present: false,
  feed: undefined,
  channel: undefined,
  updates: undefined,
  service: undefined,
  writableByOthers: false,
};

async function textOf(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw toPolicyError(file, 'es demasiado grande');
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = getSystemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === undefined) throw error;
    throw toPolicyError(file, `el sistema no la deja leer (${code})`, error);
  }
}

function parsePolicy(text: string, file: string): z.infer<typeof FORM> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')); // Notepad puts a byte order mark first
  } catch (error) {
    throw toPolicyError(file, 'no es JSON', error);
  }
  const parsed = FORM.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw toPolicyError(file, issue === undefined ? 'no se entiende' : toWords(issue), parsed.error);
}

function toWords(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `tiene de más ${issue.keys.map((key) => `«${key}»`).join(', ')}`;
  if (place === '') return 'no es un objeto';
  return issue.code === 'custom' || issue.code === 'invalid_format' || issue.code === 'invalid_value'
    ? `«${place}» ${issue.message}`
    : `«${place}» falta o no es del tipo que corresponde`;
}

const toPolicyError = (file: string, why: string, cause?: unknown): AppError =>
  new AppError('POLITICA_INVALIDA', {
    cause,
    detail: { archivo: file, motivo: why },
    mensaje: CONSOLE.policyUseless(file, why),
  });

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
/** The group of administrators of macOS, which writes to /Library. */
const MAC_ADMIN = 80;

/**
 * Whether others may write the file or its folder: whoever writes to the folder can replace the file. False on Windows, where Node does not see
 * owners.
 */
async function isWritableByOthers(file: string, platform: string): Promise<boolean> {
  if (platform === 'win32') return false;
  for (const each of [file, path.dirname(file)]) {
    const { uid, gid, mode } = await stat(each);
    const trustedGroup = gid === 0 || (platform === 'darwin' && gid === MAC_ADMIN);
    if (uid !== 0 || (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && !trustedGroup)) return true;
  }
  return false;
}
