import type { SettingsOutputs, UpdatesOutputs } from './settings.ts';
import type { UploadsOutputs, ConciliacionesOutputs } from './conciliaciones.ts';
import type { ChecksOutputs } from './checks.ts';
import type { DataOutputs, SyncOutputs } from './data.ts';
import type { Bridge } from '#domain/till-bridge.ts';
import type {
  UploadDocument,
  DeletedConciliacion,
  ConciliacionDocument,
  ListedConciliaciones,
  QueryDocument,
  AddedAccount,
  ListedAccount,
  TestedAccount,
  RemovedAccount,
  StartedExample,
  ExportDocument,
  SyncDocument,
  ValidationDocument,
} from './documents.ts';
import type { DecisionsOutputs } from './decisions.ts';
import type { ExplanationsOutputs } from './explanations.ts';
import type { CierreOutputs } from './cierre.ts';
import type { HomeOutputs } from './home.ts';
import type * as revision from './revision.ts';

/** The answer of each method. */
export interface Outputs
  extends
    SyncOutputs,
    UpdatesOutputs,
    ChecksOutputs,
    CierreOutputs,
    HomeOutputs,
    UploadsOutputs,
    ConciliacionesOutputs,
    DataOutputs,
    SettingsOutputs,
    DecisionsOutputs,
    ExplanationsOutputs {
  'cuentas.listar': readonly ListedAccount[];
  'cuentas.agregar': AddedAccount;
  'cuentas.quitar': RemovedAccount;
  'cuentas.probar': TestedAccount;
  'cuentas.usar': { readonly nombre: string };
  'archivos.validar': readonly ValidationDocument[];
  'cargas.conciliar': UploadDocument;
  'cargas.retomar': readonly UploadDocument[];
  'datos.sincronizar': SyncDocument;
  'datos.consultar': QueryDocument;
  'datos.exportar': ExportDocument;
  'ejemplo.iniciar': StartedExample;
  'conciliaciones.listar': ListedConciliaciones;
  'conciliaciones.ver': ConciliacionDocument;
  'conciliaciones.borrar': DeletedConciliacion;
  'revision.empezar': revision.ReviewDocument;
  'revision.ver': revision.ReviewDocument | null;
  'revision.columnas': revision.ReviewDocument;
  'revision.dejar_afuera': revision.ReviewDocument;
  'revision.leer': revision.ReviewDocument;
  'revision.filas': revision.ReviewPage;
  'revision.siguiente': revision.ReviewPlace | null;
  'revision.agrupadas': revision.ReviewGrouped;
  'revision.iguales': revision.ReviewEquals;
  'revision.corregir': revision.ReviewChange;
  'revision.usar': revision.ReviewChange;
  'revision.orden': revision.ReviewChange;
  'revision.omitir': revision.ReviewChange;
  'revision.deshacer': revision.ReviewChange;
  'revision.rehacer': revision.ReviewChange;
  'revision.puente': Bridge;
  'revision.corregidos': revision.CorrectedValues;
  'cargas.corregidos': revision.CorrectedValues;
  'revision.totales': revision.ReviewTotals;
  'revision.errores': revision.ReviewErrors;
  'revision.mezclar': revision.ReviewMixture;
  'revision.enviar': UploadDocument;
  'revision.descartar': { readonly revision: string };
}
