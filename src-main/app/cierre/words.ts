/** What is open, and how a row does not tie, in the words of the workbook and the command line (docs/cierre.md lists the classes). */
import type { OpenKey } from '#contract/cierre.ts';

export const POINTS: Readonly<Record<OpenKey, string>> = {
  dias: 'Días sin bajar',
  apartadas: 'Filas apartadas',
  en_duda: 'Filas en duda',
  cuit: 'CUIT sin determinar',
  banco: 'Liquidación contra banco',
  partes: 'Liquidación contra sus partes',
  operaciones: 'Liquidación contra operaciones',
  impuestos: 'Impuestos contra su detalle',
  totales: 'Filas contra los totales del servicio',
  retenciones: 'Retenciones contra los archivos',
  asiento: 'El asiento no cierra',
  cupones: 'Cupones que no conciliaron',
};

export const CLASSES: Readonly<Record<string, string>> = {
  falta: 'No llegó al banco',
  de_menos: 'Se acreditó de menos',
  de_mas: 'Se acreditó de más',
  otro_mes: 'Se acreditó en otro mes',
  en_partes: 'Se acreditó en varios movimientos',
  uno_por_varias: 'Un movimiento por varias liquidaciones',
  otro_cuit: 'Es de otro CUIT',
  facturado: 'Lo facturado no es la suma de sus partes',
  descontado: 'Lo descontado no es la suma de sus partes',
  neto: 'Facturado menos descontado no es lo acreditado',
  no_suma: 'Sus operaciones no suman lo facturado',
  sin_liquidacion: 'Operación vencida sin liquidación',
  sin_registro: 'No hay comprobante de impuestos',
  registro: 'Lo descontado no es el comprobante de impuestos',
  registro_partes: 'El comprobante no es la suma de sus partes',
  detalle: 'El comprobante no es la suma de su detalle',
  no_informada: 'El agente no la informó',
  sin_descuento: 'La informó el agente y no está descontada',
  distinta: 'El agente informó otro importe',
  agente: 'Agente sin procesador',
  aparecio: 'Apareció',
  cambio: 'Cambió',
  se_retiro: 'Se retiró',
};
