import { existsSync } from 'node:fs';
import type { RespaldoListado, RespaldoRestaurado, RespaldosDeCuenta, RespaldoVerificado } from '#contract/ajustes.ts';
import { AppError } from '#contract/errors.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { crearCopia, examinarCopia, listarCopias, restaurarCopia, type Copia } from '#storage/ledger/index.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { todasLasCuentas } from './todas-las-cuentas.ts';

/** The copies of the ledgers, which the ledger makes by itself once a day (docs/architecture.md, "Data on disk"). */
export interface Respaldos {
  /** Of every account, the environment's too. */
  listar(): Promise<readonly RespaldosDeCuenta[]>;
  /** Makes one now. Throws `COPIA_INEXISTENTE` when nothing was ever uploaded with the account. */
  crear(cuenta: string | undefined): Promise<RespaldoListado>;
  verificar(cuenta: string | undefined, copia: string): Promise<RespaldoVerificado>;
  /** The caller is alone, with every ledger closed. Throws `COPIA_INEXISTENTE`, `COPIA_DANADA`. */
  restaurar(cuenta: string | undefined, copia: string): Promise<RespaldoRestaurado>;
}

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir' | 'listar'>;
  readonly datos: DataFolder;
  readonly clock: Clock;
}

const enLista = ({ nombre, hecha, bytes }: Copia): RespaldoListado => ({
  copia: nombre,
  hecha: civilDateTimeAt(hecha),
  bytes,
});

export function createRespaldos({ cuentas, datos, clock }: Deps): Respaldos {
  async function rutaDe(nombre: string | undefined): Promise<{ readonly cuenta: string; readonly ruta: string }> {
    const cuenta = await cuentas.elegir(nombre);
    return { cuenta: cuenta.nombre, ruta: datos.cuenta(cuenta.id).ledger };
  }
  return {
    async listar() {
      return (await todasLasCuentas(cuentas)).map(({ nombre, id }): RespaldosDeCuenta => {
        const ruta = datos.cuenta(id).ledger;
        return { cuenta: nombre, conRegistro: existsSync(ruta), copias: listarCopias(ruta).map(enLista) };
      });
    },
    async crear(nombre) {
      const { cuenta, ruta } = await rutaDe(nombre);
      if (!existsSync(ruta)) throw new AppError('COPIA_INEXISTENTE', { mensaje: SIN_REGISTRO, detail: { cuenta } });
      return enLista(await crearCopia(ruta, clock.now()));
    },
    async verificar(nombre, copia) {
      const { cuenta, ruta } = await rutaDe(nombre);
      const { hasta, sana, cargas, ...una } = examinarCopia(ruta, copia);
      return { cuenta, ...enLista(una), sana, cargas, hasta: hasta === null ? null : civilDateTimeAt(hasta) };
    },
    async restaurar(nombre, copia) {
      const { cuenta, ruta } = await rutaDe(nombre);
      return { cuenta, copia, ...restaurarCopia(ruta, copia, clock.now()) };
    },
  };
}

const SIN_REGISTRO =
  'Con esa cuenta todavía no se envió nada: no hay qué copiar. No se hizo nada. La copia se hace sola desde el primer envío.';
