import { MOTIVOS_SIN_VER, type MetodoProbado, type ServicioProbado } from '#contract/probe.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumentoOpcional, bandera, dados, salidaDe, texto, type Comando } from '../comando.ts';
import { cantidad, tabla } from '../formato.ts';
import { archivoDeSalida } from '../salida.ts';

/** `cuenta probar` (docs/cli.md); with `--informe`, how the service answers each method. */
export const probar: Comando = (pedido, entorno) => {
  const cuenta = argumentoOpcional(pedido, 0) ?? texto(pedido, 'cuenta');
  const informe = texto(pedido, 'informe');
  return conAplicacion(entorno, async (app) => {
    const asked = dados({ cuenta, informe: informe === undefined ? undefined : archivoDeSalida(informe) });
    const conCarga = bandera(pedido, 'conCarga');
    if (conCarga || informe !== undefined) {
      const probado = conCarga
        ? await app.llamar('cuentas.probar_con_carga', { ...asked, si: bandera(pedido, 'si') })
        : await app.llamar('cuentas.probar_servicio', asked);
      entorno.consola.resultado(probado, () => inWords(probado));
      return salidaDe(probado);
    }
    const prueba = await app.llamar('cuentas.probar', dados({ cuenta }));
    entorno.consola.resultado(prueba, () => [
      `La cuenta ${prueba.nombre} funciona. Comercios: ${String(prueba.comercios.length)}.`,
      ...tabla(prueba.comercios.map((comercio) => [`  ${comercio.id}`, comercio.nombre])),
    ]);
    return 0;
  });
};

const RESULTADOS: Readonly<Record<MetodoProbado['resultado'], string>> = {
  descripto: 'como se describe',
  distinto: 'DISTINTO de lo descripto',
  falla: 'FALLÓ',
  sin_pedir: 'sin pedir',
};

const inWords = ({ metodos, puntos, codigo, mensaje, carga, informe }: ServicioProbado): readonly string[] => [
  ...(mensaje === undefined ? [] : [`${mensaje} (${codigo ?? ''})`]),
  ...tabla(
    metodos.map(({ metodo, resultado, filas, codigo: falla, diferencias }) => [
      `  ${metodo}`,
      RESULTADOS[resultado],
      `${cantidad(filas)} filas`,
      [falla ?? '', ...diferencias.map(({ campo, esperado, vino }) => `${campo}: ${esperado}; vino ${vino}`)]
        .filter((said) => said !== '')
        .join(' · '),
    ]),
  ),
  'Lo que la descripción deja abierto y se vio:',
  ...tabla(puntos.flatMap(({ rasgo, visto }) => (visto === null ? [] : [[`  ${rasgo}`, visto]]))),
  'Lo que no se vio:',
  ...tabla(puntos.flatMap(({ rasgo, motivo }) => (motivo === null ? [] : [[`  ${rasgo}`, MOTIVOS_SIN_VER[motivo]]]))),
  ...(carga?.estado === 'borrada'
    ? ['Los dos cupones de prueba se subieron, se leyó su resultado y se borraron.']
    : []),
  ...(informe === null ? [] : [reportedIn(informe)]),
];
const reportedIn = (informe: string): string =>
  `El informe quedó en ${informe}. No tiene secretos, nombres, importes ni números de tarjeta: se puede mandar a soporte.`;
