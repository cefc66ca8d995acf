import { fileURLToPath } from 'node:url';
import { addDays, civilDateAt, countDaysBetween, requireCivilDate } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';

/**
 * The example: a workbook of a small chain of shops, and the sandbox data set whose operations the workbook was made from (by
 * scripts/sample.ts, which needs a fixed day).
 */
export const EXAMPLE = {
  archivo: fileURLToPath(new URL('../../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url)),
  sandbox: { semilla: 1, operaciones: 5000, hoy: requireCivilDate('2026-11-21') },
} as const;

/** The data set holds 455 days, and the first coupon of the workbook is 51 days before its fixed day. */
const DAYS_AHEAD = 390;

/**
 * The data set of the example as of today, so that a person who tries it sees the last weeks of a shop. Every sale stays on its day, so the
 * workbook still fits. The data set stops moving when the workbook's sales would leave it, or when the clock is behind.
 */
export function getExampleSandbox(now: Instant): typeof EXAMPLE.sandbox {
  const { hoy } = EXAMPLE.sandbox;
  const days = Math.min(Math.max(countDaysBetween(hoy, civilDateAt(now)), 0), DAYS_AHEAD);
  return { ...EXAMPLE.sandbox, hoy: addDays(hoy, days) };
}
