import type { TransferAddress } from '#contract/settings.ts';
import { isSameName, type Account } from '../accounts/account.ts';

const identityOf = (account: Account): string => (account.tipo === 'api' ? account.apiKey : account.usuario);

/**
 * The address of an account of a package, and the present address of the account that it would replace: the one with the same name, or else
 * with the same key or user, because another name could hide it. A package may be anybody's file, and a secret would be sent to a changed
 * address.
 */
export function addressOf(broughtOne: Account, localAccounts: readonly Account[]): TransferAddress {
  const { url } = broughtOne;
  if (localAccounts.some(({ id }) => id === broughtOne.id)) return { url, antes: null };
  const theirs =
    localAccounts.find(({ nombre }) => isSameName(nombre, broughtOne.nombre)) ??
    localAccounts.find((other) => other.tipo === broughtOne.tipo && identityOf(other) === identityOf(broughtOne));
  return { url, antes: theirs === undefined || theirs.url === url ? null : theirs.url };
}

/** "«La Espiga» entra en https://uno.example, y acá entraba en https://otro.example": a line of the question before an import. */
export const describeAddress = ({ nombre, url, antes }: TransferAddress & { readonly nombre: string }): string =>
  url === null
    ? `«${nombre}» no trae dirección`
    : `«${nombre}» entra en ${url}${antes === null ? '' : `, y acá entraba en ${antes}: LA DIRECCIÓN CAMBIÓ`}`;
