import path from 'node:path';
import { civilDateAt } from '#domain/civil-date.ts';
import type { CuponAnterior } from '#domain/hallazgo.ts';
import type { Libro, SentCoupon } from '#storage/ledger/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import { fueBorrada } from '../conciliaciones/borradas.ts';
import type { EnviadosLookup } from '../import/index.ts';
import { conciliacionDe } from '../inicio/edades.ts';
import type { Libros } from './libros.ts';
import type { ResultadosAbiertos } from './resultados.ts';

interface Deps {
  readonly libros: Pick<Libros, 'existente'>;
  readonly resultados: Pick<ResultadosAbiertos, 'existente'>;
}

/** Asks of coupons whether an account sent them before. */
export type AbrirEnviados = (cuenta: Cuenta) => Promise<EnviadosLookup>;

/** What the coupons of one file of an upload have in common is made once: there may be half a million. */
function createAnteriorDe(): (sent: SentCoupon) => CuponAnterior {
  const known = new Map<string, Map<string, Pick<CuponAnterior, 'carga' | 'archivo' | 'dia'>>>();
  return ({ carga, archivo, hoja, fila, at }) => {
    const deCarga = known.get(carga) ?? new Map<string, Pick<CuponAnterior, 'carga' | 'archivo' | 'dia'>>();
    known.set(carga, deCarga);
    const comun = deCarga.get(archivo) ?? { carga, archivo: nameOf(archivo), dia: civilDateAt(at) };
    deCarga.set(archivo, comun);
    return { ...comun, hoja, fila };
  };
}
/** Of whichever system the file was. */
const nameOf = (archivo: string): string => path.basename(archivo.replaceAll('\\', '/'));

/** The lookup over one ledger. A coupon whose reconciliation was deleted from here is nowhere any more: it counts as not sent. */
export function lookupIn(libro: Libro, borradas: ReadonlyMap<string, number> | undefined): EnviadosLookup {
  const find = libro.openSent((carga) => fueBorrada({ libro, borradas }, carga, conciliacionDe(libro, carga)));
  const anteriorDe = createAnteriorDe();
  return (cupones) =>
    cupones.map(({ texto, ocurrencia }) => {
      const sent = find(texto, ocurrencia);
      return sent === null ? null : anteriorDe(sent);
    });
}

/** An account that never sent anything has no ledger: nothing is asked, and no file is made. */
export const createEnviados =
  ({ libros, resultados }: Deps): AbrirEnviados =>
  async (cuenta) => {
    const libro = await libros.existente(cuenta);
    if (libro === undefined) return (cupones) => cupones.map(() => null);
    return lookupIn(libro, (await resultados.existente(cuenta))?.borradas());
  };
