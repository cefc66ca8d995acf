import { AppError } from '#contract/errors.ts';
import { PAPELES, type Papel } from '#contract/controles.ts';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, dados, texto, type Comando } from '../comando.ts';
import { cantidad } from '../formato.ts';
import { archivoDeSalida, revisarPeriodo } from '../salida.ts';

function papelDe(nombre: string): Papel {
  const papel = PAPELES.find((cada) => cada === nombre);
  if (papel !== undefined) return papel;
  throw new AppError('USO', {
    mensaje: `«${nombre}» no es un papel. No se escribió nada. Los que hay: ${PAPELES.join(', ')}.`,
  });
}

/** `papel impuestos|liquidaciones`: a workbook for whoever keeps the books, from the local data. */
export const papel: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const [desde, hasta] = [texto(pedido, 'desde') ?? '', texto(pedido, 'hasta') ?? ''];
    revisarPeriodo(desde, hasta);
    const documento = await app.llamar('papeles.exportar', {
      papel: papelDe(argumento(pedido, 0)),
      desde,
      hasta,
      salida: archivoDeSalida(texto(pedido, 'salida') ?? ''),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    const { coinciden, difieren, sinDatos } = documento.controles;
    entorno.consola.resultado(documento, () => [
      `Se escribieron ${cantidad(documento.filas)} filas en ${documento.archivo}.`,
      coberturaEnPalabras(documento.cobertura),
      `Controles: ${cantidad(coinciden)} coinciden, ${cantidad(difieren)} difieren, ${cantidad(sinDatos)} sin datos.`,
    ]);
    return 0;
  });
