import { z } from 'zod';
import { AUXILIARES } from '#domain/cupon.ts';
import { AppError } from '#contract/errors.ts';
import { conAplicacion } from '../aplicacion.ts';
import { cargaEnLineas } from '../carga-texto.ts';
import { argumentoOpcional, bandera, dados, numero, salidaDe, texto, type Comando } from '../comando.ts';
import { esperaDe, lecturaDe } from '../lectura.ts';

const marcadores = z.enum(['auto', 'ninguno', ...AUXILIARES]);

function marcador(value: string | undefined): z.infer<typeof marcadores> | undefined {
  if (value === undefined) return undefined;
  const parsed = marcadores.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('USO', {
    mensaje: `«${value}» no es un marcador. No se envió nada. Usá auto, ninguno o un campo de auxiliar_1 a auxiliar_5.`,
  });
}

/** `conciliar`: the main job. */
export const conciliar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const documento = await app.llamar('cargas.conciliar', {
      ...lecturaDe(pedido),
      ...(await esperaDe(pedido, app)),
      ...dados({
        cuenta: texto(pedido, 'cuenta'),
        porTanda: numero(pedido, 'porTanda'),
        marcador: marcador(texto(pedido, 'marcador')),
        decidir: texto(pedido, 'decidir'),
        guardarPlantilla: texto(pedido, 'guardarPlantilla'),
      }),
      omitirErrores: bandera(pedido, 'omitirErrores'),
      repetir: bandera(pedido, 'repetir'),
    });
    entorno.consola.resultado(documento, () => cargaEnLineas(documento));
    return salidaDe(documento);
  });

/** `conciliaciones retomar`: one upload by name, or all that are unfinished; the exit is the first that is not 0. */
export const retomar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const carga = argumentoOpcional(pedido, 0);
    const documentos = await app.llamar('cargas.retomar', {
      ...(await esperaDe(pedido, app)),
      ...dados({ cuenta: texto(pedido, 'cuenta'), carga, decidir: texto(pedido, 'decidir') }),
    });
    entorno.consola.resultado(carga === undefined ? documentos : documentos[0], () =>
      documentos.length === 0
        ? ['Está todo terminado: no queda ningún envío por retomar.']
        : documentos.flatMap(cargaEnLineas),
    );
    return documentos.map(salidaDe).find((salida) => salida !== 0) ?? 0;
  });
