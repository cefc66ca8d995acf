/**
 * What to do about a message whose sentence does not end in it. For the manual's page of messages (docs/manual/mensajes.md), so in Spanish alone: on
 * the screens the answer is a button beside the message.
 */
import type { RowNoticeCode } from '#domain/finding.ts';
import type { FAILURES } from '#domain/texts/failures.ts';
import type { Statement } from '#domain/texts/statements.ts';

export const FAILURE_REMEDIES: Readonly<Partial<Record<keyof typeof FAILURES, string>>> = {
  CANCELADO: 'Si era un envío, retomalo en Conciliaciones cuando quieras.',
  YA_ENVIADO: 'Mirá el resultado que ya está, o elegí mandarlos otra vez.',
};

export const NOTICE_REMEDIES: Readonly<Record<RowNoticeCode, string>> = {
  FILA_DE_TOTALES: 'Nada: no se envía. Si era un cupón, corregilo en la planilla y traela de nuevo.',
  ENCABEZADO_REPETIDO: 'Nada: no se envía.',
  FILA_IGNORADA:
    'Nada, si es un texto suelto. Si era un cupón, completá la fecha y el importe; si quedó arriba de otro encabezado, pasalo a otra hoja con el suyo.',
  FILA_OMITIDA: 'Nada: la dejaste afuera vos. Si tenía que ir, incluila antes de enviar, o enviala después.',
  CELDA_COMBINADA: 'Comprobá que ese dato sea también de esta fila.',
  OTRA_HOJA_CON_TABLA: 'Si esa hoja también va, incluila en el paso Columnas.',
  FALTA_COLUMNA:
    'Elegí en el paso Columnas qué columna lo tiene. Si ninguna, agregala en la planilla y traela de nuevo.',
  OTRA_TABLA_AL_LADO: 'Si esa tabla también va, pasala abajo de la primera, o a otra hoja.',
  TITULO_REPETIDO: 'Si es la otra columna, elegila en el paso Columnas.',
  FECHA_DE_NUMERO_SERIE: 'Comprobá que la fecha sea esa.',
  FECHA_DE_OTRO_HUSO: 'Compará el día con el cupón de papel. Si era el día escrito, usá el arreglo que se ofrece.',
  FECHA_DADA_VUELTA:
    'Si las ventas son de otro mes, usá el arreglo que se ofrece. Mejor: traé el archivo como salió de la caja, sin abrirlo en Excel.',
  FECHA_FUTURA: 'Compará la fecha con el cupón de papel.',
  FECHA_ANTIGUA: 'Compará la fecha con el cupón de papel.',
  FECHA_DECIDE_ORDEN: 'Si esa fecha está mal escrita, corregila en la planilla y traela de nuevo.',
  FECHA_EN_TEXTO:
    'Si decía otra cosa, escribila en la planilla con la celda como texto y traela de nuevo. Si es una fecha, dejala.',
  IMPORTE_CERO: 'Compará el importe con el cupón de papel. Si la venta se anuló, omitila.',
  PARECE_DEVOLUCION:
    'Si es una devolución, usá el arreglo que se ofrece, que pone el importe en negativo. Si la venta se anuló y no se cobró, omitila.',
  COLUMNA_DE_SIGNO:
    'Si unas filas son devoluciones, poné sus importes en negativo. Si la columna dice otra cosa, como el tipo de tarjeta, nada.',
  CEROS_PERDIDOS: 'Si el número lleva ceros adelante, usá el arreglo que se ofrece.',
  NUMERO_DE_TARJETA: 'Nada: ya se tapó. Pedile a la caja que exporte solo los últimos cuatro.',
  PARECE_NUMERO_DE_TARJETA: 'Si es una tarjeta, tapala con el arreglo que se ofrece. Si es otro número, dejalo.',
  TARJETA_TAPADA: 'Nada: se toman los últimos cuatro.',
  CORREGIDO: 'Comprobá que lo corregido esté bien.',
  ARREGLO_DE_PLANTILLA: 'Comprobá que lo corregido esté bien.',
  TIPO_DE_CUPON_MEZCLADO: 'Si fue con tarjeta, borrá los datos de la billetera. Si no, dejala.',
  VENTA_ANULADA: 'Nada: si la venta no se anuló, corregí el importe de una de las dos.',
  POSIBLE_DUPLICADO: 'Si es la misma venta, omití una de las dos. Si son dos ventas, dejalas.',
  YA_ENVIADO: 'Omitila. Si es otra venta, dejala.',
  CORRIGE_ENVIADO: 'Dejala: cuando concilie, la que mandaste antes queda reemplazada.',
  PARECE_ENVIADO: 'Si es la misma venta, omitila. Si es otra, dejala.',
  CONCILIACION_SIN_PROBAR:
    'Preguntá si la envió otra PC. Si nadie la reconoce, borrala en Conciliaciones: puede ser un cupón que llegó dos veces.',
};

export const STATEMENT_REMEDIES: Readonly<Partial<Record<Statement['codigo'], string>>> = {
  bloqueo_apartado: 'Nada: elegí la planilla, que se lee aunque esté abierta.',
  fila_apartada:
    'Esa fila no está en los totales. Avisá al soporte del servicio, con el informe de Ajustes, Registro y soporte.',
  libro_recuperado:
    'Podés seguir. Si después te decimos que hay algo de más, miralo antes de enviar otra vez un archivo.',
  llavero_sin_borrar: 'Poné la clave de cada cuenta cuando se pida. Las de antes se borran en el llavero del sistema.',
  respaldo_tarda: 'Nada: se hace de nuevo la próxima vez. Si se repite, revisá esa carpeta.',
  sesion_sin_guardar: 'Entrá de nuevo la próxima vez.',
};
