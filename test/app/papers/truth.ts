/** The sandbox's settlements and taxes, added up without code of storage/ or app/. */
import { toDayNumber } from '#domain/civil-date.ts';
import { COMERCIOS, TARJETAS } from '#sandbox/catalogue.ts';
import { addUpImpuestos, sumRetenciones, type Liquidacion } from '#sandbox/liquidaciones.ts';
import type { Sandbox } from '#sandbox/index.ts';
import { civilDay } from '../../domain/civil-day.ts';

const numberOf = (text: string): number => toDayNumber(civilDay(text));

export type Real = ReturnType<typeof findReal>[number];

function importesOf({ invoiced, discounted, impuestos: i, acreditado }: Liquidacion): Record<string, number> {
  return {
    total_facturado: invoiced.total,
    facturado_debito: invoiced.debito,
    descontado_arancel: discounted.arancel,
    descontado_impuesto: discounted.impuesto,
    total_descontado: discounted.total,
    total_acreditado: acreditado,
    impuesto_iva_105: i.iva105,
    impuesto_iva_21: i.iva21,
    imp_iva: i.iva105 + i.iva21,
    total_impuestos: addUpImpuestos(i),
    retencion_iva: i.retIva,
    retencion_iibb: i.retIibb,
    retencion_ganancias: i.retGanancias,
    retencion_otros: 0,
    total_retenciones: sumRetenciones(i),
    percepcion_iva: i.perIva,
    percepcion_iibb: 0,
    percepcion_ganancias: 0,
    percepcion_otros: 0,
    total_percepciones: i.perIva,
  };
}

export function findReal({ data }: Sandbox, from: string, to: string) {
  return data.liquidaciones
    .filter(({ fecha }) => fecha >= numberOf(from) && fecha <= numberOf(to))
    .map((liquidacion) => {
      const date = data.fechas.iso(liquidacion.fecha);
      return {
        mes: date.slice(0, 7),
        fecha: date,
        marca: TARJETAS[liquidacion.tarjeta]?.marca ?? '',
        tarjeta: TARJETAS[liquidacion.tarjeta]?.nombre ?? '',
        provincia: COMERCIOS[liquidacion.comercio]?.provincia ?? '',
        pago: liquidacion.pago,
        /** Centavos by the field of the API. */
        importes: importesOf(liquidacion),
      };
    });
}

export const sumOf = (rows: readonly Real[], field: string): number =>
  rows.reduce((total, { importes }) => total + (importes[field] ?? 0), 0);
