import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';

/** Names that Windows keeps for devices, with any extension: a file called so cannot be opened there, nor deleted by ordinary means. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Windows drops a dot or space at the end, so the file would get another name than the one that was asked for. */
const LOST_ENDING = /[. ]$/;

/** Whether Windows can keep a file under this name. Asked on every system, because files travel. */
export const isUsableName = (name: string): boolean => !DEVICE.test(name) && !LOST_ENDING.test(name);

/** Throws `ENTRADA_INVALIDA` for the path of a file that Windows could not keep. */
export function refuseUnusableName(file: string): void {
  const name = path.basename(file);
  if (!isUsableName(name)) throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.nameOfDevice(name) });
}
