import type { TransferAddress } from '#contract/settings.ts';
import { isSameName, type Account } from '../accounts/account.ts';

const identityOf = (cuenta: Account): string => (cuenta.tipo === 'api' ? cuenta.apiKey : cuenta.usuario);

/**
 * Where an account of a package would enter, and where the one that it would take the place of enters here: that of its name, or else one that enters
 * with the same key or user, which another name could hide. A package is somebody's file, and an address that changed is where a secret would be sent.
 */
export function addressOf(broughtOne: Account, localAccounts: readonly Account[]): TransferAddress {
  const { url } = broughtOne;
  if (localAccounts.some(({ id }) => id === broughtOne.id)) return { url, antes: null };
  const theirs =
    localAccounts.find(({ nombre }) => isSameName(nombre, broughtOne.nombre)) ??
    localAccounts.find((other) => other.tipo === broughtOne.tipo && identityOf(other) === identityOf(broughtOne));
  return { url, antes: theirs === undefined || theirs.url === url ? null : theirs.url };
}

/** "«La Espiga» entra en https://uno.example, y acá entraba en https://otro.example": what the question before importing says of each. */
export const inWords = ({ nombre, url, antes }: TransferAddress & { readonly nombre: string }): string =>
  url === null
    ? `«${nombre}» no trae dirección`
    : `«${nombre}» entra en ${url}${antes === null ? '' : `, y acá entraba en ${antes}: LA DIRECCIÓN CAMBIÓ`}`;
