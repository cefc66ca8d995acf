import type { CargaTanda, CargaTandas } from '#contract/cargas.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatPlain } from '#domain/money.ts';
import { plegar, tandasDe, type Tanda } from '#domain/upload/index.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Libros } from '../compose/libros.ts';
import { AJUSTES } from '../upload/index.ts';

/** More sends than anybody looks at: the answer is of those around the one that is under way. */
const MAXIMO = 400;

interface Deps {
  readonly elegir: (nombre: string | undefined) => Promise<Cuenta>;
  readonly libros: Libros;
}

/** The sends of one upload of this PC. Throws `CARGA_INEXISTENTE`. Only reads: an upload may be under way. */
export function createTandas({ elegir, libros }: Deps) {
  // What a range of an upload is worth never changes (I4), and adding it up takes longer than all the rest.
  let sumas = { carga: '', deRango: new Map<string, string>() };

  function importeDe(libro: Libro, carga: string, { desde, hasta }: Tanda, rechazados: readonly number[]): string {
    if (sumas.carga !== carga) sumas = { carga, deRango: new Map() };
    const fuera = rechazados.filter((seq) => desde < hasta && desde <= seq && seq <= hasta);
    const clave = [desde, hasta, ...fuera].join();
    const suma = sumas.deRango.get(clave) ?? formatPlain(libro.importe(carga, desde, hasta, fuera));
    sumas.deRango.set(clave, suma);
    return suma;
  }

  return async ({ cuenta, carga }: MethodParsed<'cargas.tandas'>): Promise<CargaTandas> => {
    const elegida = await elegir(cuenta);
    const libro = await libros.existente(elegida);
    const upload = libro?.upload(carga);
    if (libro === undefined || upload?.cuenta !== elegida.id) {
      throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    }
    const historia = libro.historia(carga);
    const eventos = historia.map(({ evento }) => evento);
    const m = plegar(eventos, { ajustes: AJUSTES, aprendido: libro.aprendido(elegida.id), mono: 0 });
    const todas = tandasDe(historia, m);
    const confirmadas = todas.filter(({ estado }) => estado === 'confirmada').length;
    const desde = Math.max(0, Math.min(confirmadas - MAXIMO / 2, todas.length - MAXIMO));
    const filas = todas.slice(desde, desde + MAXIMO).map((tanda, i): CargaTanda => {
      const { tipo, estado, cupones, prueba, id, antes, at } = tanda;
      const importe = importeDe(libro, carga, tanda, m.rechazados);
      return { n: desde + i + 1, tipo, estado, cupones, importe, prueba, id, antes, at };
    });
    return { carga, tandas: todas.length, confirmadas, cupones: m.total - m.rechazados.length, filas };
  };
}
