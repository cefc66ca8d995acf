import { conAplicacion } from '../aplicacion.ts';
import { bandera, dados, texto, type Comando } from '../comando.ts';
import { conVariasHojas, lecturaDe } from '../lectura.ts';
import { sinErrores, validacionEnLineas } from '../validacion-texto.ts';

/** `validar`: its document is never changed by an error of a file (docs/cli.md); exit 1 when some row or file is not valid. */
export const validar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const documentos = await app.llamar('archivos.validar', {
      ...lecturaDe(pedido),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
      cupones: bandera(pedido, 'cupones'),
    });
    const [only] = documentos;
    entorno.consola.resultado(documentos.length === 1 && !conVariasHojas(pedido) ? only : documentos, () =>
      documentos.flatMap((documento) => validacionEnLineas(documento)),
    );
    return documentos.every(sinErrores) ? 0 : 1;
  });
