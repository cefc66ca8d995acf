import { DAY_MS } from '#domain/clock.ts';
import { existsSync } from 'node:fs';
import { isErrorCode } from '#contract/errors.ts';
import type { SecondCopy, AccountSecondCopy } from '#contract/second-copy.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { readContent } from '#storage/ledger/index.ts';
import { isDamaged } from '#storage/sqlite/errors.ts';
import type { Account } from '../accounts/account.ts';
import { isExample } from '../accounts/example.ts';
import { readProgress, type Choice, type Progress } from './kept.ts';

/** After so many days without a copy of everything, the person is asked. */
export const DAYS_TO_ASK = 7;

interface Known {
  readonly data: DataFolder;
  readonly cuentas: readonly Account[];
  readonly chosen: Choice | undefined;
  readonly now: number;
}

/** What this PC knows of the second copies of accounts that sent something. It asks neither the folder nor the service. */
export async function describeSecondCopy({ data, cuentas, chosen, now }: Known): Promise<SecondCopy> {
  const folder = chosen?.carpeta ?? null;
  const all: AccountSecondCopy[] = [];
  for (const accountId of cuentas) {
    const account = data.accountFolder(accountId.id);
    if (isExample(accountId) || !hasUploads(account.ledger)) continue;
    const state = await readProgress(account);
    all.push(describe(accountId.nombre, state?.carpeta === folder ? state : undefined, now));
  }
  const asks = now >= (chosen?.preguntar ?? 0) && all.some(({ dias }) => dias >= DAYS_TO_ASK);
  return {
    carpeta: folder,
    mismoDisco: chosen === undefined || folder === null ? null : chosen.mismoDisco,
    cuentas: all,
    pregunta: asks ? (folder === null ? 'sin_carpeta' : 'vieja') : null,
  };
}

function describe(account: string, state: Progress | undefined, now: number): AccountSecondCopy {
  if (state === undefined) return { cuenta: account, copia: null, desde: null, dias: 0, falla: null };
  const { ultima, cubierta: covered, falla } = state;
  return {
    cuenta: account,
    copia:
      ultima === null
        ? null
        : {
            copia: ultima.copia,
            hecha: civilDateTimeAt(ultima.hecha),
            bytes: ultima.bytes,
            cargas: ultima.contenido.cargas,
          },
    desde: civilDateTimeAt(covered),
    dias: Math.max(0, Math.floor((now - covered) / DAY_MS)),
    // The error code of another version says nothing here.
    falla:
      falla === null
        ? null
        : { codigo: isErrorCode(falla.codigo) ? falla.codigo : 'INTERNO', desde: civilDateTimeAt(falla.desde) },
  };
}

/** A damaged ledger may have uploads: opening it tells of the damage. */
function hasUploads(ledger: string): boolean {
  if (!existsSync(ledger)) return false;
  try {
    return readContent(ledger).cargas !== 0;
  } catch (error) {
    if (isDamaged(error)) return true;
    throw error;
  }
}
