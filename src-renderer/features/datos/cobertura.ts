import type { CoberturaDocumento, FallaDeMetodo } from '#contract/documents.ts';
import { m } from '../../paraglide/messages.js';
import type { NombreEstado } from '../../ui/estados.ts';
import { cantidad, fecha, rango } from '../../ui/format.ts';
import type { NombreIcono } from '../../ui/iconos.ts';

/** `21/11 10:32` of `2026-11-21 10:32:00`. */
export const momento = (texto: string): string => `${fecha(texto).slice(0, 5)} ${texto.slice(11, 16)}`.trim();

interface Sello {
  readonly estado: NombreEstado;
  readonly palabra: string;
  readonly icono?: NombreIcono;
}

/** The stamp under a grid: how much of what was asked is here. */
export function selloDe(cobertura: CoberturaDocumento): Sello {
  const { estado, contratado, sincronizado, falla, soloApartadas, porOtraFecha } = cobertura;
  if (sincronizado === null && falla !== undefined) return { estado: 'aviso', palabra: m.datos_cobertura_rechazado() };
  if (!contratado) return { estado: 'sin-datos', palabra: m.datos_cobertura_no_contratado() };
  switch (estado) {
    case 'al_dia':
      return { estado: 'conciliado', palabra: m.datos_cobertura_al_dia(), icono: 'shield-check' };
    case 'desactualizada':
      return { estado: 'espera', palabra: m.datos_cobertura_desactualizada() };
    case 'parcial':
      return {
        estado: 'aviso',
        palabra:
          soloApartadas === true
            ? m.datos_cobertura_incompleta()
            : porOtraFecha === true
              ? m.datos_cobertura_otra_fecha()
              : m.datos_cobertura_parcial(),
      };
    case 'inestable':
      return { estado: 'aviso', palabra: m.datos_cobertura_inestable() };
    case 'nunca':
      return { estado: 'sin-datos', palabra: m.datos_cobertura_nunca() };
  }
}

const DIJO = {
  sin_permiso: m.datos_falla_permiso,
  no_existe: m.datos_falla_no_existe,
  falla: m.datos_falla_otra,
  sin_respuesta: m.datos_falla_sin_respuesta,
} as const;

/** What the service said when it was last asked and did not give it. */
export const fallaEnPalabras = ({ clase, cuando }: FallaDeMetodo): string =>
  `${DIJO[clase]()} (${m.datos_falla_cuando({ cuando: momento(cuando) })})`;

/** Stretches that a line has room for: the newest. */
const FALLAS = 3;

/** Days that the service did not give, each stretch with what it said. */
export const fallasEnPalabras = ({ fallas = [] }: Pick<CoberturaDocumento, 'fallas'>): readonly string[] =>
  fallas
    .slice(-FALLAS)
    .map(({ desde, hasta, ...falla }) =>
      m.datos_falla_de_dias({ rango: rango(desde, hasta), falla: fallaEnPalabras(falla) }),
    );

/** `1 fila en duda`; nothing where there are none. */
const describeInDoubt = ({ enDuda }: Pick<CoberturaDocumento, 'enDuda'>): readonly string[] =>
  enDuda === 0 ? [] : [m.datos_en_duda_n({ n: enDuda, texto: cantidad(enDuda) })];

/** `01/09/2026 – 21/11/2026, leído el 21/11 10:32`; empty when nothing was read nor refused. */
export function coberturaEnPalabras(cobertura: CoberturaDocumento): string {
  const { desde, hasta, sincronizado, falla } = cobertura;
  const dias = desde === null || hasta === null ? [] : [rango(desde, hasta)];
  const leido = sincronizado === null ? [] : [m.datos_leido({ cuando: momento(sincronizado) })];
  const dijo = falla === undefined ? [] : [fallaEnPalabras(falla)];
  return [
    ...dias,
    ...leido,
    ...describeInDoubt(cobertura),
    ...dijo,
    ...(sincronizado === null ? [] : fallasEnPalabras(cobertura)),
  ].join(', ');
}
