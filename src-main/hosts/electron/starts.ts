import path from 'node:path';
import { findInstaller, forgetOtherInstallers } from '#app/updates/installers.ts';
import { noteOpened, noteStart } from '#app/updates/starts.ts';
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
  /** Notes that the window is there. */
  opened(): Promise<void>;
}

/** Counts the starts of this version. A disk error does not stop the start: it is noted, and whatever needs the disk tells the person. */
export function countStarts({ folder, version, shell, words, onFailure }: Deps): Starting {
  async function ask(previous: string | null): Promise<boolean> {
    const installer = previous === null ? undefined : await findInstaller(folder, previous);
    const { question, withInstaller } = words().dialogs.didNotOpen({ version, previous });
    const answer = await shell.ask({ tipo: 'warning', ...(installer === undefined ? question : withInstaller) });
    if (answer === 0) return true;
    // The installer is shown, not run: the person sees what replaces the program.
    if (installer !== undefined && answer === 1) await shell.openFile(path.dirname(installer));
    return false;
  }

  return {
    async mayStart() {
      try {
        const { previous, told } = noteStart(folder, version);
        return told ? await ask(previous) : true;
      } catch (error) {
        onFailure(error);
        return true;
      }
    },
    async opened() {
      try {
        noteOpened(folder, version);
        await forgetOtherInstallers(folder, version);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
