/**
 * What to do about messages whose sentence does not say it, in both languages. Only for the manual (`messages-page.ts`): on screen, a button beside the message
 * does it.
 */
import type { RowNoticeCode } from '#domain/finding.ts';
import type { FAILURES } from '#domain/texts/failures.ts';
import type { Words } from '#domain/texts/language.ts';
import type { Statement } from '#domain/texts/statements.ts';

export const FAILURE_REMEDIES: Readonly<Partial<Record<keyof typeof FAILURES, Words>>> = {
  CANCELADO: [
    'Si era un envío, retomalo en Conciliaciones cuando quieras.',
    'If it was an upload, resume it in Reconciliations whenever you like.',
  ],
  YA_ENVIADO: [
    'Mirá el resultado que ya está, o elegí mandarlos otra vez.',
    'See the result that is already there, or choose to send them again.',
  ],
};

export const NOTICE_REMEDIES: Readonly<Record<RowNoticeCode, Words>> = {
  FILA_DE_TOTALES: [
    'Nada: no se envía. Si era un cupón, corregilo en la planilla y traela de nuevo.',
    'Nothing: it is not sent. If it was a coupon, correct it in the spreadsheet and bring it again.',
  ],
  ENCABEZADO_REPETIDO: ['Nada: no se envía.', 'Nothing: it is not sent.'],
  FILA_IGNORADA: [
    'Nada, si es un texto suelto. Si era un cupón, completá la fecha y el importe; si quedó arriba de otro encabezado, pasalo a otra hoja con el suyo.',
    'Nothing, if it is loose text. If it was a coupon, fill in the date and the amount; if it is above another header, move it to another sheet with its own.',
  ],
  FILA_OMITIDA: [
    'Nada: la dejaste afuera vos. Si tenía que ir, incluila antes de enviar, o enviala después.',
    'Nothing: you left it out. If it had to go, include it before sending, or send it later.',
  ],
  CELDA_COMBINADA: [
    'Comprobá que ese dato sea también de esta fila.',
    'Check that the value applies to this row as well.',
  ],
  OTRA_HOJA_CON_TABLA: [
    'Si esa hoja también va, incluila en el paso Columnas.',
    'If that sheet goes too, include it in the Columns step.',
  ],
  FALTA_COLUMNA: [
    'Elegí en el paso Columnas qué columna lo tiene. Si ninguna, agregala en la planilla y traela de nuevo.',
    'Choose in the Columns step which column has it. If none does, add it to the spreadsheet and bring it again.',
  ],
  OTRA_TABLA_AL_LADO: [
    'Si esa tabla también va, pasala abajo de la primera, o a otra hoja.',
    'If that table goes too, move it below the first one, or to another sheet.',
  ],
  TITULO_REPETIDO: [
    'Si es la otra columna, elegila en el paso Columnas.',
    'If it is the other column, choose it in the Columns step.',
  ],
  FECHA_DE_NUMERO_SERIE: ['Comprobá que las fechas sean esas.', 'Check that those are the dates.'],
  FECHA_FUTURA: ['Compará la fecha con el cupón de papel.', 'Compare the date with the paper slip.'],
  FECHA_ANTIGUA: ['Compará la fecha con el cupón de papel.', 'Compare the date with the paper slip.'],
  FECHA_LEJANA: ['Compará la fecha con el cupón de papel.', 'Compare the date with the paper slip.'],
  FECHA_DECIDE_ORDEN: [
    'Si esa fecha está mal escrita, corregila en la planilla y traela de nuevo.',
    'If that date is a mistake, correct it in the spreadsheet and bring it again.',
  ],
  FECHA_EN_TEXTO: [
    'Si decía otra cosa, escribila en la planilla con la celda como texto y traela de nuevo. Si es una fecha, dejala.',
    'If it said something else, write it in the spreadsheet with the cell as text and bring it again. If it is a date, leave it.',
  ],
  IMPORTE_CERO: [
    'Compará el importe con el cupón de papel. Si la venta se anuló, omitila.',
    'Compare the amount with the paper slip. If the sale was voided, leave it out.',
  ],
  PARECE_DEVOLUCION: [
    'Si es una devolución, usá el arreglo que se ofrece, que pone el importe en negativo. Si la venta se anuló y no se cobró, omitila.',
    'If it is a refund, use the fix offered, which makes the amount negative. If the sale was voided and never paid, leave it out.',
  ],
  COLUMNA_DE_SIGNO: [
    'Si unas filas son devoluciones, poné sus importes en negativo. Si la columna dice otra cosa, como el tipo de tarjeta, nada.',
    'If some rows are refunds, make their amounts negative. If the column says something else, such as the kind of card, nothing.',
  ],
  FILAS_POR_CUOTA: [
    'Si cada fila es una cuota, dejá en la planilla una fila por venta, con el importe de toda la venta, y traela de nuevo.',
    'If each row is an instalment, leave one row per sale in the spreadsheet, with the amount of the whole sale, and bring it again.',
  ],
  IMPORTES_NEGATIVOS: [
    'Compará el importe con el cupón de papel. Si fue una devolución, dejalo; si fue una venta, ponelo en positivo.',
    'Compare the amount with the paper slip. If it was a refund, leave it; if it was a sale, make it positive.',
  ],
  REFERENCIA_REPETIDA: [
    'Si son la misma venta, corregí u omití las filas que están mal. Si son ventas distintas, corregí la referencia.',
    'If they are the same sale, correct or leave out the wrong rows. If they are different sales, correct the reference.',
  ],
  CEROS_PERDIDOS: [
    'Si el número lleva ceros adelante, usá el arreglo que se ofrece.',
    'If the number has leading zeros, use the fix offered.',
  ],
  NUMERO_DE_TARJETA: [
    'Nada: ya se tapó. Pedile a la caja que exporte solo los últimos cuatro.',
    'Nothing: it was already masked. Set up the till to export only the last four.',
  ],
  PARECE_NUMERO_DE_TARJETA: [
    'Si es una tarjeta, tapala con el arreglo que se ofrece. Si es otro número, dejalo.',
    'If it is a card, mask it with the fix offered. If it is another number, leave it.',
  ],
  TARJETA_TAPADA: ['Nada: se toman los últimos cuatro.', 'Nothing: the last four are taken.'],
  CORREGIDO: ['Comprobá que lo corregido esté bien.', 'Check that the correction is right.'],
  ARREGLO_DE_PLANTILLA: ['Comprobá que lo corregido esté bien.', 'Check that the correction is right.'],
  TIPO_DE_CUPON_MEZCLADO: [
    'Si fue con tarjeta, borrá los datos de la billetera. Si no, dejala.',
    'If it was by card, delete the wallet data. If not, leave it.',
  ],
  VENTA_ANULADA: [
    'Nada: si la venta no se anuló, corregí el importe de una de las dos.',
    'Nothing: if the sale was not voided, correct the amount of one of the two.',
  ],
  POSIBLE_DUPLICADO: [
    'Si es la misma venta, omití una de las dos. Si son dos ventas, dejalas.',
    'If it is the same sale, leave one of the two out. If they are two sales, leave them.',
  ],
  YA_ENVIADO: ['Omitila. Si es otra venta, dejala.', 'Leave it out. If it is another sale, keep it.'],
  CORRIGE_ENVIADO: [
    'Dejala: cuando concilie, la que mandaste antes queda reemplazada.',
    'Keep it: once it matches, it replaces the one you sent before.',
  ],
  PARECE_ENVIADO: [
    'Si es la misma venta, omitila. Si es otra, dejala.',
    'If it is the same sale, leave it out. If it is another one, keep it.',
  ],
  CONCILIACION_SIN_PROBAR: [
    'Preguntá si la envió otra PC. Si nadie la reconoce, borrala en Conciliaciones: puede ser un cupón que llegó dos veces.',
    'Ask whether another PC sent it. If nobody recognises it, delete it in Reconciliations: it may be a coupon that arrived twice.',
  ],
};

export const STATEMENT_REMEDIES: Readonly<Partial<Record<Statement['codigo'], Words>>> = {
  bloqueo_apartado: [
    'Nada: elegí la planilla, que se lee aunque esté abierta.',
    'Nothing: choose the spreadsheet, which can be read while it is open.',
  ],
  fila_apartada: [
    'Esa fila no está en los totales. Avisá al soporte del servicio, con el informe de Ajustes, Registro y soporte.',
    'That row is not in the totals. Tell the service’s support, with the report of Settings, Log and support.',
  ],
  libro_recuperado: [
    'Podés seguir. Si después te decimos que hay algo de más, miralo antes de enviar otra vez un archivo.',
    'You can go on. If we then tell you that there is something extra, look at it before you send a file again.',
  ],
  respaldo_tarda: [
    'Nada: se hace de nuevo la próxima vez. Si se repite, revisá esa carpeta.',
    'Nothing: it is made again next time. If it keeps happening, check that folder.',
  ],
  sesion_sin_guardar: ['Entrá de nuevo la próxima vez.', 'Sign in again next time.'],
};
