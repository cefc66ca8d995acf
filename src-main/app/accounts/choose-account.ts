import { AppError } from '#contract/errors.ts';
import type { CuentasGuardadas } from './account-file.ts';
import { mismoNombre, NOMBRE_ENTORNO, type Cuenta } from './account.ts';

/** Among which accounts is chosen. */
export interface Opciones {
  /** `--cuenta`; undefined when nobody said. */
  readonly nombre: string | undefined;
  readonly entorno: Cuenta | undefined;
  readonly guardadas: CuentasGuardadas;
}

/**
 * The account of a command (docs/cli.md, "Account"): the one that was named, else the environment's, else the only one, else the
 * default one. Throws `CUENTA_INEXISTENTE`, `SIN_CUENTA` or `CUENTA_AMBIGUA`; the message names the choices.
 */
export function elegirCuenta({ nombre, entorno, guardadas }: Opciones): Cuenta {
  const { cuentas, predeterminada } = guardadas;
  if (nombre !== undefined) {
    const all = entorno === undefined ? cuentas : [entorno, ...cuentas];
    const named = all.find((cuenta) => mismoNombre(cuenta.nombre, nombre));
    if (named === undefined) throw inexistente(nombre, all);
    return named;
  }
  if (entorno !== undefined) return entorno;
  const [first, second] = cuentas;
  if (first === undefined) throw new AppError('SIN_CUENTA');
  if (second === undefined) return first;
  const chosen = cuentas.find((cuenta) => cuenta.id === predeterminada);
  if (chosen !== undefined) return chosen;
  throw new AppError('CUENTA_AMBIGUA', {
    mensaje: `Hay más de una cuenta y no se dijo cuál. No se hizo nada. Elegí una con --cuenta: ${nombres(cuentas)}.`,
    detail: { opciones: nombres(cuentas) },
  });
}

/** `CUENTA_INEXISTENTE`, naming those that there are. */
export function inexistente(nombre: string, cuentas: readonly Cuenta[]): AppError {
  const detail = { opciones: nombres(cuentas) };
  if (mismoNombre(nombre, NOMBRE_ENTORNO)) {
    return new AppError('CUENTA_INEXISTENTE', {
      mensaje:
        'La cuenta «entorno» no está: falta definir CONCILIADOR_URL y su clave. No se hizo nada. Definilas, o elegí otra cuenta.',
      detail,
    });
  }
  return new AppError('CUENTA_INEXISTENTE', {
    detail,
    ...(cuentas.length === 0
      ? {}
      : { mensaje: `No hay ninguna cuenta con ese nombre. No se hizo nada. Las que hay: ${nombres(cuentas)}.` }),
  });
}

const nombres = (cuentas: readonly Cuenta[]): string => cuentas.map(({ nombre }) => `«${nombre}»`).join(', ');
