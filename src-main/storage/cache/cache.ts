/** The repository over an open cache, its schema already ours. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { openAgrupacion } from './agrupacion.ts';
import { openCobertura } from './cobertura.ts';
import { cuenta, cursorDe, seleccion } from './consulta.ts';
import { openCuarentena } from './cuarentena.ts';
import { openEscribible } from './escribible.ts';
import { openMissing } from './missing-settlements.ts';
import { openPaginas } from './paginas.ts';
import { guard } from '../sqlite/errores.ts';
import { registrarTexto } from './texto.ts';
import type { Consulta, FilaLeida, WritableCache } from './tipos.ts';

const contada = z.object({ n: z.number() });
const textoFila = z.object({ valor: z.string() });
const fila = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Rows of our own `STRICT` tables: their kinds were checked when they were written. */
const esFila = (cada: unknown): cada is FilaLeida => typeof cada === 'object' && cada !== null;
function leida(cada: unknown): FilaLeida {
  return esFila(cada) ? cada : fila.parse(cada);
}

export function openCache(db: Database): WritableCache {
  registrarTexto(db);
  const agrupacion = openAgrupacion(db);
  const cobertura = openCobertura(db);
  const cuarentena = openCuarentena(db);
  const paginas = openPaginas(db);
  const escribible = openEscribible(db, { cobertura, cuarentena, paginas });
  const saber = db.prepare('SELECT valor FROM saber WHERE clave = ?');

  return {
    pagina(consulta, { limite, despues }) {
      // One more than asked tells whether there is a next page.
      const { texto, valores } = seleccion(consulta, { limite: limite + 1, despues });
      const filas = guard(() => db.prepare(texto).all(...valores)).map(leida);
      const pagina = filas.slice(0, limite);
      const ultima = pagina.at(-1);
      const siguiente = filas.length > limite && ultima !== undefined ? cursorDe(consulta, ultima) : undefined;
      return { filas: pagina, siguiente };
    },
    *todas(consulta: Consulta) {
      const { texto, valores } = seleccion(consulta, { limite: -1 });
      for (const cada of db.prepare(texto).iterate(...valores)) yield leida(cada);
    },
    contar(consulta) {
      const { texto, valores } = cuenta(consulta);
      return contada.parse(guard(() => db.prepare(texto).get(...valores))).n;
    },
    ...agrupacion,
    ...openMissing(db),
    tramos: cobertura.tramos,
    lecturas: cobertura.lecturas,
    cuarentena: cuarentena.leer,
    apartadas: cuarentena.contar,
    sinEntender: cuarentena.sinEntender,
    apartadasEn: cuarentena.apartadasEn,
    paginas: paginas.leer,
    saber: (clave) => {
      const cada = saber.get(clave);
      return cada === undefined ? undefined : textoFila.parse(cada).valor;
    },
    ...escribible,
    close: () => {
      db.close();
    },
  };
}
