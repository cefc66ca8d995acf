import type { ConciliacionDocumento } from '#contract/documents.ts';
import { conAplicacion } from '../aplicacion.ts';
import { uploadRow } from '../carga-texto.ts';
import { argumento, bandera, dados, texto, type Comando } from '../comando.ts';
import { cantidad, fecha, fechaDelServicio, pesosDelServicio, tabla } from '../formato.ts';
import { libroDeSalida, revisarPeriodo } from '../salida.ts';

const enFila = (documento: ConciliacionDocumento): string[] => [
  documento.id,
  fecha(documento.fecha),
  documento.estado,
  cantidad(documento.total),
  cantidad(documento.conciliados),
  cantidad(documento.sin_conciliar),
  documento.carga ?? '',
];
const TITULOS = ['Número', 'Fecha', 'Estado', 'Total', 'Conciliados', 'Sin conciliar', 'Carga'];
const CUENTAS = [3, 4, 5];

/** `conciliaciones listar` (docs/cli.md). */
export const listar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const [desde, hasta] = [texto(pedido, 'desde'), texto(pedido, 'hasta')];
    revisarPeriodo(desde, hasta);
    const listadas = await app.llamar(
      'conciliaciones.listar',
      dados({ cuenta: texto(pedido, 'cuenta'), desde, hasta }),
    );
    const { conciliaciones: filas, cargas } = listadas;
    entorno.consola.resultado(listadas, () => [
      ...(filas.length === 0
        ? ['El servicio no tiene ninguna conciliación en el período.']
        : tabla([TITULOS, ...filas.map(enFila)], CUENTAS)),
      ...(cargas.length === 0 ? [] : ['', 'Cargas de esta PC:', ...tabla(cargas.map(uploadRow))]),
    ]);
    return 0;
  });

/** `conciliaciones ver` (docs/cli.md). */
export const ver: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const documento = await app.llamar('conciliaciones.ver', {
      id: argumento(pedido, 0),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    entorno.consola.resultado(documento, () => tabla([TITULOS, enFila(documento)], CUENTAS));
    return 0;
  });

const apartadas = (cuantas: number): string =>
  cuantas === 1
    ? 'Una fila no se entendió y quedó apartada: no está en lo de arriba. Avisá al servicio.'
    : `${cantidad(cuantas)} filas no se entendieron y quedaron apartadas: no están en lo de arriba. Avisá al servicio.`;

/** `conciliaciones resultado` (docs/cli.md). */
export const resultado: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const exportar = texto(pedido, 'exportar');
    const documento = await app.llamar('conciliaciones.resultado', {
      id: argumento(pedido, 0),
      ...dados({
        cuenta: texto(pedido, 'cuenta'),
        exportar: exportar === undefined ? undefined : libroDeSalida(exportar),
      }),
    });
    entorno.consola.resultado(documento, () => [
      ...tabla([TITULOS, enFila(documento)], CUENTAS),
      '',
      ...(documento.exportado === undefined
        ? tabla(
            [
              ['Resultado', 'Venta', 'Importe', 'Comprobante', 'Liquidación'],
              ...documento.operaciones.map((cupon) => [
                cupon.conciliado ? 'Conciliado' : 'Sin conciliar',
                cupon.fecha_venta === undefined ? '—' : fechaDelServicio(cupon.fecha_venta),
                cupon.importe === undefined ? '' : pesosDelServicio(cupon.importe),
                cupon.comprobante ?? cupon.wallet_referencia ?? '',
                cupon.nro_liquidacion ?? '—',
              ]),
            ],
            [2],
          )
        : [`Escrito en ${documento.exportado}`]),
      ...(documento.cuarentena === undefined ? [] : ['', apartadas(documento.cuarentena)]),
    ]);
    return 0;
  });

/** `conciliaciones borrar` (docs/cli.md). */
export const borrar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const borrada = await app.llamar('conciliaciones.borrar', {
      id: argumento(pedido, 0),
      si: bandera(pedido, 'si'),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    entorno.consola.resultado(borrada, () => [
      `Se borró del servicio la conciliación ${borrada.id} con todos sus cupones.`,
    ]);
    return 0;
  });
