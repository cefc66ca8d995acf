/**
 * What the core says that nobody asked for: what it set aside, what it could not keep. As `frase.ts`: each sentence has a code and what it names beside its
 * Spanish, so that a screen says it in its own language without reading it.
 */
interface Datos {
  /** The file that was set aside, or the method. */
  readonly nombre: string;
  /** Why, where it is a row (`forma.ts`). */
  readonly motivo: string;
}

const DICHOS = {
  ajustes_danados: ({ nombre }) =>
    `Los ajustes estaban dañados. El archivo quedó guardado como ${nombre} y todo volvió a los valores de fábrica. Revisá Ajustes antes de enviar.`,
  aprendido_sin_guardar: () =>
    'No se pudo guardar lo que se aprendió del servicio. El resultado no cambia. Revisá el lugar en el disco.',
  cache_danada: ({ nombre }) =>
    `Los datos bajados del servicio estaban dañados. El archivo quedó guardado como ${nombre} y se empezó uno vacío. Volvé a bajarlos con «sincronizar».`,
  cuentas_danadas: ({ nombre }) =>
    `La lista de cuentas estaba dañada. Quedó guardada aparte en ${nombre}. Volvé a agregar tus cuentas.`,
  fila_apartada: ({ nombre, motivo }) =>
    `Una fila que mandó el servicio no se entiende y quedó apartada (${nombre}): ${motivo}. Si hay más como esa, no se avisa de cada una.`,
  sesion_sin_guardar: () =>
    'No se pudo guardar la sesión. Lo pedido sigue. La próxima vez vas a tener que entrar de nuevo.',
  sin_copia: () =>
    'No se pudo hacer la copia diaria del registro de envíos. El registro está bien. Revisá el lugar en el disco.',
} as const satisfies Record<string, (datos: Datos) => string>;

export interface Dicho extends Datos {
  readonly codigo: keyof typeof DICHOS;
}

const enCastellano = ({ codigo, nombre, motivo }: Dicho): string => DICHOS[codigo]({ nombre, motivo });

/** Every code. */
export const DICHOS_CODIGOS = Object.keys(DICHOS).filter((codigo): codigo is Dicho['codigo'] => codigo in DICHOS);

/** Says it: the sentence, and what it is made of. */
export function decirA(
  onAviso: (texto: string, dicho: Dicho) => void,
  codigo: Dicho['codigo'],
  { nombre = '', motivo = '' }: Partial<Datos> = {},
): void {
  const dicho = { codigo, nombre, motivo };
  onAviso(enCastellano(dicho), dicho);
}
