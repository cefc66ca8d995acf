import type { WebContents } from 'electron';
import type { Preguntas } from '../loopback/preguntas.ts';
import type { Manijas } from '../manijas.ts';
import type { Llamadas } from './llamadas.ts';
import { CANAL_EVENTOS, type Pedido } from './mensajes.ts';
import { crearRecepcion } from './recepcion.ts';
import type { Shell } from './shell.ts';

interface AtenderDeps {
  readonly llamadas: Llamadas;
  readonly preguntas: Preguntas;
  readonly manijas: Manijas;
  readonly shell: Shell;
  /** The folder that a copy is offered to be left in; undefined: the desktop's own. */
  readonly carpetaInformes: () => Promise<string | undefined>;
}

const ES_INFORME = /\.(?:xlsx|csv)$/i;
/** Also templates and everything for another PC: saved, and opened by nobody. */
const SE_GUARDA = /\.(?:xlsx|csv|json|zip)$/i;

/** What each message of the bridge does. */
export function crearAtender({ llamadas, preguntas, manijas, shell, carpetaInformes }: AtenderDeps) {
  const recibir = crearRecepcion(manijas);
  return async (pedido: Pedido, pagina: WebContents): Promise<unknown> => {
    switch (pedido.tipo) {
      case 'llamar':
        return llamadas.llamar(pedido);
      case 'cancelar':
        llamadas.cancelar(pedido.llamada);
        return { ok: true };
      case 'contestar':
        return { ok: preguntas.contestar(pedido.pregunta, pedido.clave) };
      case 'suscribir':
        for (const event of preguntas.alConectar()) pagina.send(CANAL_EVENTOS, event);
        return { ok: true };
      case 'recibir':
        return recibir(pedido);
      case 'abrir': {
        const ruta = manijas.ruta(pedido.archivo);
        if (ruta === undefined || !SE_GUARDA.test(ruta)) throw new Error('Refused: not a report of this window');
        const copia = await shell.guardarCopia(ruta, await carpetaInformes());
        // Only what is a report is opened: by another name, a file that the person gave could be a program.
        return { ok: copia !== undefined && ES_INFORME.test(copia) && (await shell.abrirArchivo(copia)) };
      }
      default:
        return pedido satisfies never;
    }
  };
}
