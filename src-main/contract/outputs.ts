import type { AjustesOutputs } from './ajustes.ts';
import type { CargasOutputs } from './cargas.ts';
import type { ConciliacionesOutputs } from './conciliaciones.ts';
import type { ControlesOutputs } from './controles.ts';
import type { DatosOutputs } from './datos.ts';
import type { Puente } from './till-bridge.ts';
import type {
  CargaDocumento,
  ConciliacionBorrada,
  ConciliacionDocumento,
  ConciliacionesListadas,
  ConsultaDocumento,
  CuentaAgregada,
  CuentaListada,
  CuentaProbada,
  CuentaQuitada,
  EjemploIniciado,
  ExportacionDocumento,
  ResultadoDocumento,
  SincronizacionDocumento,
  ValidacionDocumento,
} from './documents.ts';
import type { ExplanationsOutputs } from './explanations.ts';
import type { InicioOutputs } from './inicio.ts';
import type { ProbeOutputs } from './probe.ts';
import type * as revision from './revision.ts';
import type { SegundaCopiaOutputs } from './segunda-copia.ts';
import type { SyncOutputs } from './sync.ts';

/** The answer of each method. */
export interface Outputs
  extends
    SyncOutputs,
    SegundaCopiaOutputs,
    ProbeOutputs,
    ControlesOutputs,
    InicioOutputs,
    CargasOutputs,
    ConciliacionesOutputs,
    DatosOutputs,
    AjustesOutputs,
    ExplanationsOutputs {
  'cuentas.listar': readonly CuentaListada[];
  'cuentas.agregar': CuentaAgregada;
  'cuentas.quitar': CuentaQuitada;
  'cuentas.probar': CuentaProbada;
  'cuentas.usar': { readonly nombre: string };
  'archivos.validar': readonly ValidacionDocumento[];
  'cargas.conciliar': CargaDocumento;
  'cargas.retomar': readonly CargaDocumento[];
  'datos.sincronizar': SincronizacionDocumento;
  'datos.consultar': ConsultaDocumento;
  'datos.exportar': ExportacionDocumento;
  'ejemplo.iniciar': EjemploIniciado;
  'conciliaciones.listar': ConciliacionesListadas;
  'conciliaciones.ver': ConciliacionDocumento;
  'conciliaciones.resultado': ResultadoDocumento;
  'conciliaciones.borrar': ConciliacionBorrada;
  'revision.empezar': revision.RevisionDocumento;
  'revision.ver': revision.RevisionDocumento | null;
  'revision.columnas': revision.RevisionDocumento;
  'revision.leer': revision.RevisionDocumento;
  'revision.filas': revision.RevisionPagina;
  'revision.siguiente': revision.RevisionLugar | null;
  'revision.agrupadas': revision.RevisionAgrupadas;
  'revision.iguales': revision.RevisionIguales;
  'revision.corregir': revision.RevisionCambio;
  'revision.orden': revision.RevisionCambio;
  'revision.omitir': revision.RevisionCambio;
  'revision.deshacer': revision.RevisionCambio;
  'revision.rehacer': revision.RevisionCambio;
  'revision.puente': Puente;
  'revision.totales': revision.RevisionTotales;
  'revision.errores': revision.RevisionErrores;
  'revision.mezclar': revision.RevisionMezcla;
  'revision.enviar': CargaDocumento;
  'revision.descartar': { readonly revision: string };
}
