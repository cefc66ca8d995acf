import type {
  CuponExplicado,
  ExplicacionesDocumento,
  FaltantesDocumento,
  PesosDocumento,
  PreviaDocumento,
} from '#contract/explanations.ts';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { conAplicacion, type Llamador } from '../aplicacion.ts';
import { argumento, bandera, dados, texto, type Comando } from '../comando.ts';
import { cantidad, contados, fechaDelServicio, pesos, pesosDelServicio, tabla } from '../formato.ts';
import { lecturaDe } from '../lectura.ts';
import { libroDeSalida, revisarPeriodo } from '../salida.ts';
import { sinErrores, validacionEnLineas } from '../validacion-texto.ts';

const CERTEZAS: Readonly<Record<CuponExplicado['certeza'], string>> = {
  muy_probable: 'Muy probable',
  probable: 'Probable',
  posible: 'Posible',
  ninguna: 'Ninguna',
};
const CUPONES = ['cupón', 'cupones'] as const;

const porCien = (share: number): string => `${(share * 100).toFixed(1).replace('.', ',')} %`;

/** Our own error, as an interval where there were few to measure it with. */
function errorEnPalabras(error: ExplicacionesDocumento['error_estimado']): string[] {
  if (error === null) return ['Nuestro error acá no se pudo medir: faltan operaciones bajadas.'];
  const { proporcion, desde, hasta, senuelos } = error;
  const medido = `medido con ${cantidad(senuelos)} cupones que no pueden conciliar`;
  return senuelos < 5000
    ? [`Nuestro error acá: entre ${porCien(desde)} y ${porCien(hasta)}, ${medido}.`]
    : [`Nuestro error acá: ${porCien(proporcion)}, ${medido}.`];
}

function causasEnLineas({ causas }: ExplicacionesDocumento): string[] {
  if (causas.length === 0) return [];
  return [
    'Causas en común:',
    ...causas.flatMap(({ cupones, importe, texto: dicho, hacer }) => [
      `  ${contados(cupones, CUPONES)}, ${pesos(importe)}. ${dicho}`,
      `    ${hacer}`,
    ]),
    '',
  ];
}

function cuponEnLineas({ archivo, fila, cupon, certeza, texto: dicho, hacer, candidatos }: CuponExplicado): string[] {
  const donde = fila === null ? '' : `fila ${cantidad(fila)}${archivo === null ? '' : ` de ${archivo}`} · `;
  const dia = cupon.fecha_venta === undefined ? 'sin fecha' : fechaDelServicio(cupon.fecha_venta);
  const importe = cupon.importe === undefined ? '' : ` · ${pesosDelServicio(cupon.importe)}`;
  const comprobante = cupon.comprobante ?? cupon.wallet_referencia;
  const [first] = candidatos;
  const operacion = first === undefined ? '' : ` · operación ${String(first.operacion['id'])}`;
  return [
    `${donde}${dia}${importe}${comprobante === undefined ? '' : ` · ${comprobante}`}`,
    `  ${dicho}`,
    `  ${hacer}`,
    `  Certeza: ${CERTEZAS[certeza].toLowerCase()}${operacion}`,
  ];
}

const sinBajarEnLineas = ({ sinBajar }: ExplicacionesDocumento): string[] =>
  sinBajar === null
    ? []
    : [
        `${contados(sinBajar.cupones, CUPONES)} de días sin bajar. Bajalos con «sincronizar --desde ${sinBajar.desde} --hasta ${sinBajar.hasta}» y mirá de nuevo.`,
        '',
      ];

const resumenEnLineas = ({ resumen }: ExplicacionesDocumento): string[] =>
  tabla(
    [
      ['Motivo', 'Cupones', 'Importe'],
      ...resumen.map(({ nombre, cupones, importe }) => [nombre, cantidad(cupones), pesos(importe)]),
    ],
    [1, 2],
  );

function pesosEnLineas({ aprendidoDe, ninguna, niveles }: PesosDocumento): string[] {
  const numero = (value: number): string => value.toPrecision(3).replace('.', ',');
  return [
    aprendidoDe === 0
      ? 'Pesos como vienen con el programa: todavía no hay con qué aprender de esta cuenta.'
      : `Pesos aprendidos de ${contados(Math.round(aprendidoDe), CUPONES)} de esta cuenta.`,
    `Antes de mirar, ${porCien(ninguna)} de los cupones sin conciliar no tienen operación. Cada punto duplica la chance.`,
    ...tabla(
      [
        ['Dato', 'Nivel', 'm', 'u', 'Puntos'],
        ...niveles.map(({ comparacion, nivel, m, u, puntos }) => [
          comparacion,
          nivel,
          numero(m),
          numero(u),
          puntos.toFixed(1).replace('.', ','),
        ]),
      ],
      [2, 3, 4],
    ),
  ];
}

/** The document as the command line gives it: what is of pages of a screen stays out. */
const publico = ({ id, causas, error_estimado, cupones, resumen, sinBajar, cobertura }: ExplicacionesDocumento) => ({
  id,
  causas,
  error_estimado,
  cupones,
  resumen,
  sinBajar,
  cobertura,
});

function explicacionesEnLineas(documento: ExplicacionesDocumento): string[] {
  const { cupones, cobertura } = documento;
  if (cupones.length === 0) return ['No hay ningún cupón sin conciliar.'];
  return [
    ...sinBajarEnLineas(documento),
    ...causasEnLineas(documento),
    ...cupones.flatMap((cupon) => [...cuponEnLineas(cupon), '']),
    ...resumenEnLineas(documento),
    '',
    ...errorEnPalabras(documento.error_estimado),
    coberturaEnPalabras(cobertura),
  ];
}

/** Writes the report of a result, which is read from the service where it is not kept here. */
async function informe(app: Llamador, pedido: MethodInput<'conciliaciones.informe'>): Promise<string> {
  const { exportar, ...una } = pedido;
  if ((await app.llamar('conciliaciones.guardada', una)) === null) await app.llamar('conciliaciones.leer', una);
  return (await app.llamar('conciliaciones.informe', { ...una, exportar })).exportado;
}

/** `explicar ID|CARGA`: why each coupon did not match. */
export const explicar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const de = argumento(pedido, 0);
    const salida = texto(pedido, 'salida');
    const exportar = salida === undefined ? undefined : libroDeSalida(salida);
    const cuenta = dados({ cuenta: texto(pedido, 'cuenta') });
    const documento = await app.llamar('explicaciones.explicar', { ...cuenta, de });
    const niveles = bandera(pedido, 'pesos') ? await app.llamar('explicaciones.pesos', cuenta) : undefined;
    const exportado =
      exportar === undefined || documento.id === null
        ? undefined
        : await informe(app, { ...cuenta, id: documento.id, exportar });
    const dado = { ...publico(documento), ...dados({ pesos: niveles, exportado }) };
    entorno.consola.resultado(dado, () => [
      ...explicacionesEnLineas(documento),
      ...(niveles === undefined ? [] : ['', ...pesosEnLineas(niveles)]),
      ...(exportado === undefined ? [] : ['', `Escrito en ${exportado}`]),
    ]);
    return 0;
  });

function previaEnLineas(documento: PreviaDocumento): string[] {
  const { archivos, conciliarian, cupones } = documento;
  const otros = cupones.filter(({ motivo }) => motivo !== 'COINCIDE_SIN_CONCILIAR');
  return [
    ...archivos.filter((archivo) => !sinErrores(archivo)).flatMap((archivo) => validacionEnLineas(archivo)),
    `Conciliarían ${cantidad(conciliarian.cupones)} de ${contados(cupones.length, CUPONES)}, ${pesos(conciliarian.importe)}. No se envió nada.`,
    '',
    ...sinBajarEnLineas(documento),
    ...causasEnLineas(documento),
    ...otros.flatMap((cupon) => [...cuponEnLineas(cupon), '']),
    ...resumenEnLineas(documento),
    '',
    ...errorEnPalabras(documento.error_estimado),
    coberturaEnPalabras(documento.cobertura),
  ];
}

/** `previa ARCHIVO…`: what would match, before anything is sent. Exit 1 when some row or file is not valid, as `validar`. */
export const previa: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const documento = await app.llamar('explicaciones.previa', {
      ...lecturaDe(pedido),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    const { archivos, conciliarian } = documento;
    entorno.consola.resultado({ ...publico(documento), archivos, conciliarian }, () => previaEnLineas(documento));
    return archivos.every(sinErrores) ? 0 : 1;
  });

function faltantesEnLineas({ resumen, operaciones, cobertura }: FaltantesDocumento): string[] {
  if (resumen.length === 0) {
    return ['Todas las operaciones del período tienen un cupón.', coberturaEnPalabras(cobertura)];
  }
  return [
    ...resumen.map(({ texto: dicho }) => dicho),
    ...(operaciones.length === 0
      ? []
      : [
          '',
          ...tabla(
            [
              ['Venta', 'Importe', 'Comprobante', 'Terminal', 'Operación', 'Puede ser'],
              ...operaciones.map(({ operacion, cupones: [first] }) => [
                fechaDelServicio(String(operacion['fecha_venta'])),
                pesosDelServicio(String(operacion['importe'])),
                String(operacion['comprobante'] ?? ''),
                String(operacion['terminal'] ?? ''),
                String(operacion['id']),
                first?.fila === undefined || first.fila === null
                  ? '—'
                  : `fila ${cantidad(first.fila)}${first.archivo === null ? '' : ` de ${first.archivo}`}`,
              ]),
            ],
            [1],
          ),
        ]),
    '',
    coberturaEnPalabras(cobertura),
  ];
}

/** `faltantes --desde --hasta`: operations of which no coupon was uploaded. */
export const faltantes: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const [desde, hasta] = [texto(pedido, 'desde') ?? '', texto(pedido, 'hasta') ?? ''];
    revisarPeriodo(desde, hasta);
    const documento = await app.llamar('explicaciones.faltantes', {
      desde,
      hasta,
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    entorno.consola.resultado(documento, () => faltantesEnLineas(documento));
    return 0;
  });
