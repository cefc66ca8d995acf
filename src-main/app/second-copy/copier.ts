import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import { DAY_MS, type Clock } from '#domain/clock.ts';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { readContent, hasSameContent } from '#storage/ledger/index.ts';
import { isDamaged } from '#storage/sqlite/errors.ts';
import type { Account } from '../accounts/account.ts';
import { isExample } from '../accounts/example.ts';
import type { SourcePc } from './layout.ts';
import { readProgress, writeProgress, type Choice, type ChoiceFile, type Progress } from './kept.ts';
import type { Folder } from './thread.ts';

const HOUR_MS = 3_600_000;
/** A ledger of a hundred megabytes goes to a slow share and back in less time. */
const COPY_PATIENCE_MS = 600_000;

/** True when the last copy holds everything in the ledger; false for a ledger that cannot be read. */
function holdsAll(ledger: string, last: Progress['ultima']): boolean {
  try {
    return last !== null && hasSameContent(readContent(ledger), last.contenido);
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

interface Deps {
  readonly data: DataFolder;
  readonly choice: ChoiceFile;
  readonly folder: Folder;
  readonly clock: Clock;
  /** The name of the PC. */
  readonly hostName: string;
  readonly onNotice: (text: string, said: Statement) => void;
  /** Receives failures that have no code. */
  readonly onError: (error: unknown) => void;
}

/**
 * Why a copy is made. After an upload every failure is told; in a round only the first one; when a person asks for a copy, the failure is the
 * answer.
 */
type Tell = 'upload' | 'round' | 'asked';

export interface Copier {
  /** Copies the ledger of an account now. Throws the failure, after noting it and telling it by `tell`. */
  copy(account: Account, tell: Tell): Promise<void>;
  /** Copies the ledger if that is due: after a day, when something was sent since, or after a failure. Never throws. */
  copyIfDue(account: Account): Promise<void>;
  /** Resolves when nothing is being copied. */
  idle(): Promise<void>;
}

/** The notice of each failure. */
const TOLD: Partial<Record<ErrorCode, Statement['codigo']>> = {
  SEGUNDA_COPIA_AUSENTE: 'segunda_ausente',
  SEGUNDA_COPIA_DANADA: 'segunda_danada',
  DISCO_LLENO: 'segunda_sin_lugar',
  CARPETA_SIN_PERMISO: 'segunda_sin_permiso',
};

/**
 * Makes the second copies, one at a time for each account. A copy that cannot be made fails nothing else: it is noted beside the ledger and told. A
 * copy of a round does not tell the same failure twice in a row; a copy after an upload tells every failure.
 */
export function createCopier({ data, choice, folder, clock, hostName, onNotice, onError }: Deps): Copier {
  const running = new Map<string, Promise<void>>();
  /** Accounts whose last copy is still blocked by a share. */
  const stuck = new Set<string>();

  async function publishTo(
    { carpeta, pc }: Choice & { readonly carpeta: string },
    account: Account,
    last: Progress['ultima'],
  ) {
    const { ledger, folder: own } = data.accountFolder(account.id);
    const at = Math.trunc(clock.now());
    const source = {
      cuenta: { id: account.id, nombre: account.nombre },
      pc: { id: pc, nombre: hostName } satisfies SourcePc,
    };
    const scratch = path.join(own, `segunda-copia-${randomBytes(6).toString('hex')}.parte`);
    if (stuck.has(account.id)) throw new AppError('SEGUNDA_COPIA_AUSENTE', { detail: { causa: 'ETIMEDOUT' } });
    const publishing = folder.publish({ root: carpeta, ledger, source, at, scratch, last });
    const { copia, bytes, contenido: contents, made } = await waitPatiently(account.id, publishing);
    return { copia, bytes, contenido: contents, hecha: made || last === null ? at : last.hecha };
  }

  /** Gives up waiting for a share that does not answer. No other copy of the account begins while the old one is blocked. */
  async function waitPatiently<T>(id: string, work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const limit = clock.timeout(COPY_PATIENCE_MS);
    const onTimeout = (): void => {
      stuck.add(id);
      reject(new AppError('SEGUNDA_COPIA_AUSENTE', { detail: { causa: 'ETIMEDOUT' } }));
    };
    limit.addEventListener('abort', onTimeout, { once: true });
    const onSettled = (): void => {
      limit.removeEventListener('abort', onTimeout);
      stuck.delete(id);
    };
    work.then(onSettled, onSettled); // whoever waits for the race gets the failure
    return Promise.race([work, promise]);
  }

  /** What this PC keeps about the copies of an account. If that cannot be read, nothing can be noted: it is told, and *Ajustes* says why. */
  async function checkKnown(account: Account, tell: Tell) {
    try {
      return { chosen: await choice.read(), before: await readProgress(data.accountFolder(account.id)) };
    } catch (error) {
      if (tell === 'upload') tellTo(onNotice, 'segunda_fallo', { nombre: account.nombre });
      throw error;
    }
  }

  /** Tries once and notes the outcome. */
  async function attempt(account: Account, tell: Tell): Promise<void> {
    const folders = data.accountFolder(account.id);
    if (isExample(account) || !existsSync(folders.ledger)) return;
    const { chosen, before } = await checkKnown(account, tell);
    const now = Math.trunc(clock.now());
    const folder = chosen?.carpeta ?? null;
    if (chosen === undefined || folder === null) {
      // Notes since when the ledger is in no copy: a week later the person is asked.
      if (before === undefined || before.carpeta !== null)
        await writeProgress(folders, { carpeta: null, cubierta: now, ultima: null, falla: null });
      return;
    }
    const last = before?.carpeta === folder ? before.ultima : null;
    const covered = before?.cubierta ?? now;
    try {
      const published = await publishTo({ ...chosen, carpeta: folder }, account, last);
      await writeProgress(folders, { carpeta: folder, cubierta: now, ultima: published, falla: null });
    } catch (error) {
      if (!isAppError(error)) onError(error);
      const code = isAppError(error) ? error.code : 'INTERNO';
      // A missing disk (in a drawer, say) is no failure while its copy has everything.
      if (code === 'SEGUNDA_COPIA_AUSENTE' && tell === 'round' && holdsAll(folders.ledger, last)) {
        await writeProgress(folders, { carpeta: folder, cubierta: now, ultima: last, falla: null });
        return;
      }
      const failure = before?.carpeta === folder ? before.falla : null;
      const again = failure?.codigo === code;
      if (tell === 'upload' || (tell === 'round' && !again))
        tellTo(onNotice, TOLD[code] ?? 'segunda_fallo', { nombre: account.nombre });
      const fault = { codigo: code, desde: again ? failure.desde : now, ultima: now };
      await writeProgress(folders, { carpeta: folder, cubierta: covered, ultima: last, falla: fault });
      throw error;
    }
  }

  /** Copies in progress: whoever closes files waits for them. */
  const begun = new Set<Promise<unknown>>();
  async function countWork<T>(work: Promise<T>): Promise<T> {
    begun.add(work);
    try {
      return await work;
    } finally {
      begun.delete(work);
    }
  }

  async function copyInTurn(account: Account, tell: Tell): Promise<void> {
    const mine = (running.get(account.id) ?? Promise.resolve()).then(() => attempt(account, tell));
    const settled = mine.then(
      () => undefined,
      () => undefined, // whoever asked for the copy gets the failure
    );
    running.set(account.id, settled);
    try {
      await mine;
    } finally {
      if (running.get(account.id) === settled) running.delete(account.id);
    }
  }

  async function isDue(account: Account): Promise<boolean> {
    const folders = data.accountFolder(account.id);
    if (running.has(account.id) || !existsSync(folders.ledger)) return false;
    const chosen = await choice.read();
    const state = await readProgress(folders);
    const folder = chosen?.carpeta ?? null;
    if (state === undefined || state.carpeta !== folder) return true;
    if (folder === null) return false;
    const now = clock.now();
    if (state.falla !== null)
      return state.falla.codigo === 'SEGUNDA_COPIA_AUSENTE' || now - state.falla.ultima >= HOUR_MS;
    // Also due when the clock was set back.
    return Math.abs(now - state.cubierta) >= DAY_MS || !holdsAll(folders.ledger, state.ultima);
  }

  async function copyIfDue(account: Account): Promise<void> {
    try {
      if (await isDue(account)) await copyInTurn(account, 'round');
    } catch (error) {
      if (!isAppError(error)) onError(error);
    }
  }

  return {
    copy: (account, tell) => countWork(copyInTurn(account, tell)),
    copyIfDue: (account) => countWork(copyIfDue(account)),
    idle: async () => {
      await Promise.allSettled(begun);
    },
  };
}
