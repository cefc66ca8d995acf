import { abrirNavegador } from './entrada.ts';
import { servirAplicacion } from './abrir.ts';

interface Pedido {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** What a person should know while it runs. */
  readonly decir: (texto: string) => void;
}

/** `abrir --navegador`: serves the application, opens the browser, and stays until the signal. */
export async function abrirEnNavegador({ env, signal, decir }: Pedido): Promise<void> {
  const servido = await servirAplicacion(env);
  try {
    const page = await servido.paginaDeEntrada();
    const opened = await abrirNavegador(page);
    // The page is named, never its address with the token: what a terminal shows is copied into messages.
    decir(
      opened
        ? `Conciliador está abierto en el navegador. Si no aparece, abrí esta página antes de dos minutos: ${page}\nPara cerrarlo: Ctrl+C.`
        : `No encontramos un navegador que se abra solo. Conciliador está funcionando: abrí esta página antes de dos minutos: ${page}\nPara cerrarlo: Ctrl+C.`,
    );
    await untilAborted(signal);
  } finally {
    await servido.cerrar();
  }
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
