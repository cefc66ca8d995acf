import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, dados, texto, type Comando } from '../comando.ts';
import { cantidad, tabla } from '../formato.ts';

const kilos = (bytes: number): string => `${cantidad(Math.ceil(bytes / 1024))} KB`;

/** `respaldo listar`. */
export const listar: Comando = (_pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const cuentas = await app.llamar('respaldos.listar', {});
    entorno.consola.resultado(cuentas, () =>
      cuentas.length === 0
        ? ['Todavía no hay ninguna cuenta.']
        : cuentas.flatMap(({ cuenta, conRegistro, copias }) => [
            `${cuenta}:${conRegistro ? '' : ' todavía no se envió nada'}`,
            ...tabla(
              copias.map(({ copia, hecha, bytes }) => [`  ${copia}`, hecha, kilos(bytes)]),
              [2],
            ),
          ]),
    );
    return 0;
  });

/** `respaldo crear`. */
export const crear: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const hecha = await app.llamar('respaldos.crear', dados({ cuenta: texto(pedido, 'cuenta') }));
    entorno.consola.resultado(hecha, () => [`Quedó hecha la copia ${hecha.copia}, ${kilos(hecha.bytes)}.`]);
    return 0;
  });

/** `respaldo verificar`; a copy that is not whole exits 3. */
export const verificar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const vista = await app.llamar('respaldos.verificar', {
      copia: argumento(pedido, 0),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    entorno.consola.resultado(vista, () => [
      vista.sana
        ? `La copia ${vista.copia} está sana: ${cantidad(vista.cargas ?? 0)} cargas${vista.hasta === null ? '' : `, hasta el ${vista.hasta}`}.`
        : `La copia ${vista.copia} está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.`,
    ]);
    return vista.sana ? 0 : 3;
  });

/** `respaldo restaurar`. */
export const restaurar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const hecha = await app.llamar('respaldos.restaurar', {
      copia: argumento(pedido, 0),
      si: bandera(pedido, 'si'),
      ...dados({ cuenta: texto(pedido, 'cuenta') }),
    });
    entorno.consola.resultado(hecha, () => [
      `El registro de ${hecha.cuenta} es ahora el de la copia ${hecha.copia}.`,
      ...(hecha.apartado === null ? [] : [`El que estaba quedó guardado como ${hecha.apartado}.`]),
      'Antes del próximo envío se compara con el servicio y te decimos qué hay de más.',
    ]);
    return 0;
  });
