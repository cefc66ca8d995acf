import { formatNumber } from '../../ui/format.ts';

const NO_BREAK = ' ';
const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

/** The size of a file in words: `214 MB`, `12 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < MB) return `${formatNumber(Math.ceil(bytes / KB))}${NO_BREAK}KB`;
  if (bytes < GB) return `${formatNumber(Math.round(bytes / MB))}${NO_BREAK}MB`;
  const tenths = Math.round((bytes / GB) * 10);
  return `${formatNumber(Math.floor(tenths / 10))},${String(tenths % 10)}${NO_BREAK}GB`;
}

/** A size in bytes, rounded as `formatSize` writes it. */
function roundSize(bytes: number): number {
  const unit = bytes < MB ? KB : bytes < GB ? MB : GB / 10;
  return (unit === KB ? Math.ceil(bytes / unit) : Math.round(bytes / unit)) * unit;
}

/** The size of several parts together, in words: equal to the sum of the sizes that are shown for each. */
export const formatTotalSize = (parts: readonly number[]): string =>
  formatSize(parts.reduce((sum, bytes) => sum + roundSize(bytes), 0));
