/** An instant (ms) as 17 digits, for names of files: sorting the names sorts them by time. */
export const writeTimestamp = (instant: number): string => new Date(instant).toISOString().replace(/\D/g, '');
