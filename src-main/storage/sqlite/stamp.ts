/** An instant (ms) as 17 digits, for names of files: their order as text is their order in time. */
export const timestamp = (instant: number): string => new Date(instant).toISOString().replace(/\D/g, '');
