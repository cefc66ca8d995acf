/** An instant (ms) as 17 digits, for names of files: their order as text is their order in time. */
export const sello = (instante: number): string => new Date(instante).toISOString().replace(/\D/g, '');
