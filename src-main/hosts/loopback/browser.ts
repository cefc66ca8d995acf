import { once } from 'node:events';
import type { Choose } from '#domain/texts/language.ts';
import { openBrowser } from './entry.ts';
import { serveApp } from './open.ts';

/** `abrir --navegador`: serves the application, opens the browser, and stays until the signal. `tell` says something to the person meanwhile. */
export async function openInBrowser({
  env,
  signal,
  say,
  tell,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly say: Choose;
  readonly tell: (text: string) => void;
}): Promise<void> {
  const served = await serveApp(env);
  try {
    const page = await served.writeEntryPage();
    const opened = await openBrowser(page);
    // The page's file is named, never its address with the token: text of a terminal is copied into messages.
    tell(
      opened
        ? say(
            `Conciliador está abierto en el navegador. Si no aparece, abrí esta página antes de dos minutos: ${page}\nPara cerrarlo: Ctrl+C.`,
            `Conciliador is open in the browser. If it does not appear, open this page within two minutes: ${page}\nTo close it: Ctrl+C.`,
          )
        : say(
            `No encontramos un navegador que se abra solo. Conciliador está funcionando: abrí esta página antes de dos minutos: ${page}\nPara cerrarlo: Ctrl+C.`,
            `We found no browser that opens by itself. Conciliador is running: open this page within two minutes: ${page}\nTo close it: Ctrl+C.`,
          ),
    );
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await served.close();
  }
}
