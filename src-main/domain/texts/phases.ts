/** What long work is doing. `console`: the Spanish of the command line, where it differs. */
import type { Language } from './language.ts';

type Phase = Readonly<Record<Language, string>> & { readonly console?: string };

export const PHASES = {
  actualizacion: { es: 'Bajando la versión nueva', en: 'Downloading the new version' },
  lectura: { es: 'Leyendo la planilla', en: 'Reading the spreadsheet', console: 'Leyendo el archivo' },
  validacion: { es: 'Revisando las filas', en: 'Checking the rows', console: 'Validando las filas' },
  envio: { es: 'Enviando cupones', en: 'Sending coupons' },
  espera: {
    es: 'Esperando que el servicio termine de comparar',
    en: 'Waiting for the service to finish comparing',
    console: 'Esperando la conciliación',
  },
  resultado: { es: 'Leyendo el resultado', en: 'Reading the result' },
  auditoria: {
    es: 'Comprobando lo enviado',
    en: 'Checking what was sent',
    console: 'Confirmando que no llegó nada de más',
  },
  informe: { es: 'Escribiendo el informe', en: 'Writing the report' },
  sincronizacion: { es: 'Sincronizando', en: 'Updating' },
  exportacion: { es: 'Escribiendo la planilla', en: 'Writing the spreadsheet' },
  // The stages of an explanation, in order.
  datos: { es: 'Leyendo las operaciones y los cupones', en: 'Reading the operations and the coupons' },
  indice: { es: 'Ordenando las operaciones', en: 'Ordering the operations' },
  conciliados: { es: 'Mirando los cupones conciliados', en: 'Looking at the matched coupons' },
  comparacion: { es: 'Comparando los cupones con las operaciones', en: 'Comparing the coupons with the operations' },
  asignacion: { es: 'Eligiendo la operación de cada cupón', en: 'Choosing the operation of each coupon' },
  explicacion: { es: 'Buscando por qué no conciliaron', en: 'Looking for why they did not match' },
} as const satisfies Record<string, Phase>;

export const getPhaseAtConsole = (phase: keyof typeof PHASES, language: Language): string => {
  const { es, en, console: inSpanish = es }: Phase = PHASES[phase];
  return language === 'es' ? inSpanish : en;
};
