import type { ArchivoReciente } from '#contract/cargas.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { plegar } from '#domain/upload/index.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Libros } from '../compose/libros.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { createMissing } from '../conciliaciones/listado.ts';
import { AJUSTES, estadoDe } from '../upload/index.ts';

const MAXIMO = 6;

interface Deps {
  readonly elegir: (nombre: string | undefined) => Promise<Cuenta>;
  readonly libros: Libros;
  readonly resultados: Pick<ResultadosAbiertos, 'existente'>;
}

/** The files that an account sent last from this PC, newest first: none where it never sent any. Only reads. */
export const createRecientes =
  ({ elegir, libros, resultados }: Deps) =>
  async ({ cuenta }: MethodParsed<'cargas.recientes'>): Promise<readonly ArchivoReciente[]> => {
    const elegida = await elegir(cuenta);
    const libro = await libros.existente(elegida);
    if (libro === undefined) return [];
    const aprendido = libro.aprendido(elegida.id);
    const missing = createMissing(libro, await resultados.existente(elegida));
    return libro
      .uploads(elegida.id)
      .slice(0, MAXIMO)
      .map(({ carga, archivos, congelado, total }) => {
        const m = plegar(libro.eventos(carga), { ajustes: AJUSTES, aprendido, mono: 0 });
        return {
          ...{ carga, archivos, at: congelado, cupones: total, estado: estadoDe(m), id: m.id },
          ...missing(carga, m.id),
        };
      });
  };
