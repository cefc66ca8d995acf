import { date, formatNumber } from '../../ui/format.ts';

const NO_BREAK = ' ';

/** The size of a file in words: `214 MB`, `12 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${formatNumber(Math.ceil(bytes / 1024))}${NO_BREAK}KB`;
  const megabytes = bytes / 1_048_576;
  if (megabytes < 1024) return `${formatNumber(Math.round(megabytes))}${NO_BREAK}MB`;
  const tenths = Math.round((megabytes / 1024) * 10);
  return `${formatNumber(Math.floor(tenths / 10))},${String(tenths % 10)}${NO_BREAK}GB`;
}

/** When a copy was made: day and time on the PC that made it. */
export const formatWhen = (done: string): string => `${date(done)} ${done.slice(11, 16)}`;
