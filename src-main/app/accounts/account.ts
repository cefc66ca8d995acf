import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';

/** The name of the account that comes from the environment; no stored account may take it. */
export const ENVIRONMENT_NAME = 'entorno';

/** The identity that enters, without its secret. */
export type Identity =
  | { readonly tipo: 'api'; readonly apiKey: string }
  | { readonly tipo: 'usuario'; readonly usuario: string };

/** An account of the service. `id` names its folder of data and never changes. */
export type Account = Identity & {
  /** 16 lower-case hexadecimal digits. */
  readonly id: string;
  readonly nombre: string;
  /** As `parseBaseUrl` gives it: without a slash at the end. */
  readonly url: string;
  /** True for the one of the environment: its secrets stay in memory. */
  readonly isFromEnvironment: boolean;
};

/** A typed identity with its API secret or password. */
export type TypedCredential = Identity & { readonly secreto: string };

const nameSchema = z
  .string()
  .transform((name) => name.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1)
      .max(60)
      .regex(/^[^\p{Cc}\p{Cf}]+$/u),
  );

/**
 * A name for an account: trimmed, 1 to 60 characters, none of them a control. Throws `ENTRADA_INVALIDA`, or `CUENTA_REPETIDA` for the name of the
 * environment's account.
 */
export function parseName(text: string): string {
  const name = nameSchema.safeParse(text);
  if (!name.success) {
    throw new AppError('ENTRADA_INVALIDA', {
      mensaje: REFUSALS.accountNameLength,
      detail: { campo: 'nombre' },
    });
  }
  if (isSameName(name.data, ENVIRONMENT_NAME)) {
    throw new AppError('CUENTA_REPETIDA', {
      mensaje: REFUSALS.accountNameTaken,
      detail: { cuenta: ENVIRONMENT_NAME },
    });
  }
  return name.data;
}

/** Two names are the same when they differ only in capitals and surrounding spaces. */
export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);
const nameKey = (name: string): string => name.normalize('NFC').trim().toLocaleLowerCase('es-AR');

/** SHA-256 of kind, URL and key (or user), in hexadecimal. The secret is not part of it. */
export function digestOfAccount(url: string, identity: Identity): string {
  const who = identity.tipo === 'api' ? identity.apiKey : identity.usuario;
  return createHash('sha256')
    .update(JSON.stringify([identity.tipo, url, who]))
    .digest('hex');
}

/** An account with the identity of `typed`, which may have more beside it. */
export function createAccount(typed: Identity, others: Pick<Account, 'nombre' | 'url' | 'isFromEnvironment'>): Account {
  // The fields are copied one by one, so that the secret does not end in the file.
  const identity: Identity =
    typed.tipo === 'api' ? { tipo: 'api', apiKey: typed.apiKey } : { tipo: 'usuario', usuario: typed.usuario };
  return { ...identity, id: accountIdOf(others.url, identity), ...others };
}

/**
 * The id of an account: the first 16 digits of its digest. The same account always has the same id: its data is found again after removing and
 * adding it, and it never has two ledgers.
 */
const accountIdOf = (url: string, identity: Identity): string => digestOfAccount(url, identity).slice(0, 16);
