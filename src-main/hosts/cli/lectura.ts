import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { CAMPOS_EN_ORDEN, type CuponCampo } from '#domain/cupon.ts';
import type { Llamador } from './aplicacion.ts';
import { dados, numero, texto, textos, type Pedido } from './comando.ts';
import { libroDeSalida } from './salida.ts';

type Lectura = Pick<MethodInput<'cargas.conciliar'>, 'archivos' | 'hoja' | 'plantilla' | 'mapear'>;
type Espera = Pick<MethodInput<'cargas.conciliar'>, 'tardanza' | 'espera' | 'estable' | 'informe' | 'carpeta'>;

const isCampo = (name: string): name is CuponCampo => CAMPOS_EN_ORDEN.some((campo) => campo === name);

/** `--mapear CAMPO=COLUMNA`, repeatable; the column may have an equals sign in its name. */
function mapeo(pedido: Pedido): Partial<Record<CuponCampo, string>> | undefined {
  const pairs = textos(pedido.opciones['mapear'], 'mapear');
  if (pairs.length === 0) return undefined;
  const mapped: Partial<Record<CuponCampo, string>> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const campo = pair.slice(0, equals).trim();
    const columna = pair.slice(equals + 1).trim();
    if (equals < 1 || columna === '' || !isCampo(campo)) {
      throw new AppError('USO', {
        mensaje: `«${pair}» no dice un campo y su columna. No se leyó nada. Escribilo como --mapear importe=Monto.`,
        detail: { campos: CAMPOS_EN_ORDEN.join(', ') },
      });
    }
    const otra = mapped[campo];
    if (otra !== undefined && otra !== columna) {
      throw new AppError('USO', {
        mensaje: `--mapear pide dos columnas para «${campo}»: «${otra}» y «${columna}». No se leyó nada. Dejá una sola.`,
      });
    }
    mapped[campo] = columna;
  }
  return mapped;
}

/** `--hoja`, repeatable: one, some, or `todas`, which the others add nothing to. */
function hojaDe(pedido: Pedido): string | string[] | undefined {
  const hojas = [...textos(pedido.opciones['hoja'], 'hoja')];
  const [only] = hojas;
  return hojas.length < 2 ? only : hojas.includes('todas') ? 'todas' : hojas;
}

/** Whether several sheets were asked for: then the document is an array, however many there turn out to be. */
export const conVariasHojas = (pedido: Pedido): boolean => {
  const hoja = hojaDe(pedido);
  return hoja === 'todas' || Array.isArray(hoja);
};

/** How the workbooks are read, from the options. */
export const lecturaDe = (pedido: Pedido): Lectura => ({
  archivos: [...textos(pedido.argumentos[0], 'archivo')],
  ...dados({ hoja: hojaDe(pedido), plantilla: texto(pedido, 'plantilla'), mapear: mapeo(pedido) }),
});

/** How long is waited, and where the report goes, from the options: here, unless a folder was chosen for all (`ajustes cambiar --carpeta`). */
export async function esperaDe(pedido: Pedido, app: Llamador): Promise<Espera> {
  const informe = texto(pedido, 'informe');
  return {
    carpeta: (await app.llamar('ajustes.leer', {})).carpetaInformes ?? process.cwd(),
    ...dados({
      tardanza: numero(pedido, 'tardanza'),
      espera: numero(pedido, 'espera'),
      estable: numero(pedido, 'estable'),
      informe: informe === undefined ? undefined : libroDeSalida(informe),
    }),
  };
}
