import path from 'node:path';
import { findInstaller, forgetOtherInstallers } from '#app/updates/installers.ts';
import { noteOpened, noteStart, type Start } from '#app/updates/starts.ts';
import type { DesktopWords } from './desktop-words.ts';
import type { Shell } from './shell.ts';

interface Deps {
  /** The folder of the updates, inside the data folder. */
  readonly folder: string;
  readonly version: string;
  readonly shell: Pick<Shell, 'ask' | 'openFile'>;
  readonly words: () => DesktopWords;
  readonly onFailure: (error: unknown) => void;
}

export interface Starting {
  /** Asks the person about a version that did not open three times in a row. False: they do not want to go on. */
  mayStart(): Promise<boolean>;
  /** Called when the page asks for something: it runs. Only the first call is noted. */
  opened(): Promise<void>;
}

/** Counts this start, at once. A disk error does not stop the start: it is noted, and whatever needs the disk tells the person. */
export function countStarts({ folder, version, shell, words, onFailure }: Deps): Starting {
  function count(): Start | undefined {
    try {
      return noteStart(folder, version);
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }
  async function ask(previous: string | null): Promise<boolean> {
    const installer = previous === null ? undefined : await findInstaller(folder, previous);
    const { question, withInstaller } = words().dialogs.didNotOpen({ version, previous });
    const answer = await shell.ask({ tipo: 'warning', ...(installer === undefined ? question : withInstaller) });
    if (answer === 0) return true;
    // The installer is shown, not run: the person sees what replaces the program.
    if (installer !== undefined && answer === 1) await shell.openFile(path.dirname(installer));
    return false;
  }

  const start = count();
  let isOpen = false;
  return {
    async mayStart() {
      if (start?.told !== true) return true;
      try {
        return await ask(start.previous);
      } catch (error) {
        onFailure(error);
        return true;
      }
    },
    async opened() {
      if (isOpen) return;
      isOpen = true;
      try {
        noteOpened(folder, version);
        await forgetOtherInstallers(folder, version);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
