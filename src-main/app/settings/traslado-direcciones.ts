import type { TrasladoDireccion } from '#contract/ajustes.ts';
import { mismoNombre, type Cuenta } from '../accounts/account.ts';

const quien = (cuenta: Cuenta): string => (cuenta.tipo === 'api' ? cuenta.apiKey : cuenta.usuario);

/**
 * Where an account of a package would enter, and where the one that it would take the place of enters here: that of its name, or else one that enters
 * with the same key or user, which another name could hide. A package is somebody's file, and an address that changed is where a secret would be sent.
 */
export function direccionDe(traida: Cuenta, deAca: readonly Cuenta[]): TrasladoDireccion {
  const { url } = traida;
  if (deAca.some(({ id }) => id === traida.id)) return { url, antes: null };
  const suya =
    deAca.find(({ nombre }) => mismoNombre(nombre, traida.nombre)) ??
    deAca.find((otra) => otra.tipo === traida.tipo && quien(otra) === quien(traida));
  return { url, antes: suya === undefined || suya.url === url ? null : suya.url };
}

/** "«La Espiga» entra en https://uno.example, y acá entraba en https://otro.example": what the question before importing says of each. */
export const enPalabras = ({ nombre, url, antes }: TrasladoDireccion & { readonly nombre: string }): string =>
  url === null
    ? `«${nombre}» no trae dirección`
    : `«${nombre}» entra en ${url}${antes === null ? '' : `, y acá entraba en ${antes}: LA DIRECCIÓN CAMBIÓ`}`;
