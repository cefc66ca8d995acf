import { createImport, type Import } from '#app/conciliar/read-files.ts';
import { createTemplates } from '#app/conciliar/templates.ts';
import type { Clock } from '#domain/clock.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createImportRunner, IMPORT_WORKER_URL } from '#workbook/import/run.ts';

export const createTestImport = (templates: string, clock: Clock = systemClock): Import =>
  createImport({
    runner: createImportRunner({ workerUrl: IMPORT_WORKER_URL, clock }),
    templates: createTemplates(templates),
    clock,
  });
