import { guard } from '../sqlite/errores.ts';
import { abrirRehacible } from '../sqlite/rehacible.ts';
import { abrirConsultas } from './consultas.ts';
import { abrirEscritura } from './escritura.ts';
import { INDICES, TABLAS, VERSION } from './esquema.ts';
import { abrirPaginas } from './paginas.ts';
import { abrirSumadas } from './sumadas.ts';
import type { Resultados } from './tipos.ts';

const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'busy_timeout = 5000'];

/** Made anew when it is damaged or of another version: the service has what was in it. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export function abrirResultados(ruta: string): Resultados {
  const db = guard(() =>
    abrirRehacible(ruta, { version: VERSION, tablas: TABLAS, indices: INDICES, pragmas: PRAGMAS }),
  );
  const escritura = abrirEscritura(db);
  const consultas = abrirConsultas(db);
  const paginas = abrirPaginas(db);
  return {
    empezar: (id) => guard(() => escritura.empezar(id)),
    borrar: (id, cuando) => {
      guard(() => {
        escritura.borrar(id, cuando);
      });
    },
    faltar: (id, cuando) => {
      guard(() => {
        escritura.faltar(id, cuando);
      });
    },
    aparecer: (id) => {
      guard(() => {
        escritura.aparecer(id);
      });
    },
    ...consultas,
    ...abrirSumadas(db),
    pagina: paginas,
    close: () => {
      db.close();
    },
  };
}
